package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Everything the decision about an autoscaler needs.
///
/// @param selection which pods belong to the target; empty where metrics are not asked
/// @param state what is remembered of it
record Snapshot(
        HorizontalPodAutoscaler autoscaler,
        ScalingPolicy policy,
        ScaleTarget target,
        Optional<Selection> selection,
        State state,
        Instant now) {

    /// The pods of the target and what was read about them, or why there are none.
    sealed interface Selection {}

    /// @param metrics one reading for each metric of the autoscaler
    record Readings(Scale scale, Selector selector, List<LeanPod> pods, List<MetricReading> metrics)
            implements Selection {}

    /// The target does not say which pods are its own, or others scale them, too.
    ///
    /// @param selector what it says, if that can be read
    record Unselected(
            String eventReason,
            String error,
            String conditionReason,
            String conditionMessage,
            Optional<Selector> selector)
            implements Selection {}

    /// What is remembered of an autoscaler from one sync to the next.
    ///
    /// @param history empty until its target was read once
    /// @param selector of the pods that it last scaled by
    /// @param conflicts how often in a row its target changed before it could be scaled
    record State(Optional<ScaleHistory> history, Optional<Selector> selector, int conflicts) {
        static final State NONE = new State(Optional.empty(), Optional.empty(), 0);
    }

    Tolerance tolerance() {
        return Tolerance.of(autoscaler, policy.options().tolerance(), policy.hasOwnTolerance());
    }

    PodGroups.Timing timing() {
        return new PodGroups.Timing(
                policy.options().cpuInitializationPeriod(), policy.options().initialReadinessDelay(), now);
    }
}
