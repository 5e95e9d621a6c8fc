/// The statefulset-controller. Runs the ordered, named pods of StatefulSets.
@NullMarked
package dev.kcm.controllers.workload.statefulset;

import org.jspecify.annotations.NullMarked;
