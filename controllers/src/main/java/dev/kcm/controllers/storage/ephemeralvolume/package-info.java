/// The ephemeral-volume-controller. Makes the claims of pods whose volumes have a template for one.
@NullMarked
package dev.kcm.controllers.storage.ephemeralvolume;

import org.jspecify.annotations.NullMarked;
