/// The persistentvolume-protection-controller. Keeps volumes that are deleted until they are not bound any more.
@NullMarked
package dev.kcm.controllers.storage.volumeprotection;

import org.jspecify.annotations.NullMarked;
