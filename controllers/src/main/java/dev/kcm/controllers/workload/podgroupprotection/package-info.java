/// The podgroup-protection-controller. Lets a PodGroup go that was deleted when no pod of it may run any more.
@NullMarked
package dev.kcm.controllers.workload.podgroupprotection;

import org.jspecify.annotations.NullMarked;
