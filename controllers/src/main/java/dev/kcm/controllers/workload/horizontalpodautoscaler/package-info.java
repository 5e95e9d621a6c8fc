/// The horizontal-pod-autoscaler-controller. Every sync period it reads a target's scale and the metrics an autoscaler
/// names, works out how many replicas they ask for, and writes the scale and what it found into the autoscaler's
/// status. The rules are pure and each stands alone: which pods count, what one metric asks for, what several do, and
/// how fast and how far a target may go. Called by the worker loop only.
@NullMarked
package dev.kcm.controllers.workload.horizontalpodautoscaler;

import org.jspecify.annotations.NullMarked;
