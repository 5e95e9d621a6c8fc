/// The persistentvolume-binder-controller. Binds claims to volumes and recycles released ones.
@NullMarked
package dev.kcm.controllers.storage.persistentvolumebinder;

import org.jspecify.annotations.NullMarked;
