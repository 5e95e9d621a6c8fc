/// The ttl-after-finished-controller. Deletes finished Jobs once their time to live is over.
@NullMarked
package dev.kcm.controllers.workload.ttlafterfinished;

import org.jspecify.annotations.NullMarked;
