/// The persistentvolumeclaim-protection-controller. Keeps claims that are deleted until no pod uses them.
@NullMarked
package dev.kcm.controllers.storage.claimprotection;

import org.jspecify.annotations.NullMarked;
