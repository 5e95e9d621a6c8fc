/// The ephemeral-volume-controller. Creates the claims of generic ephemeral volumes.
@NullMarked
package dev.kcm.controllers.storage.ephemeralvolume;

import org.jspecify.annotations.NullMarked;
