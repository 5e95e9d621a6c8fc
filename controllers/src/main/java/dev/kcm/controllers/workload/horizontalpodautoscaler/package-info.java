/// The horizontal-pod-autoscaler-controller. Scales workloads by their metrics.
@NullMarked
package dev.kcm.controllers.workload.horizontalpodautoscaler;

import org.jspecify.annotations.NullMarked;
