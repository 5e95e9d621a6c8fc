/// The ttl-after-finished-controller. Deletes Jobs some time after they have finished, where they ask for it.
@NullMarked
package dev.kcm.controllers.workload.ttlafterfinished;

import org.jspecify.annotations.NullMarked;
