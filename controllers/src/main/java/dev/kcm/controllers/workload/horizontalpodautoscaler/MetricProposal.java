package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.MetricStatus;
import java.time.Duration;

/// What one metric asks for.
sealed interface MetricProposal {
    /// The type of the metric, as the autoscaler's spec has it.
    String type();

    /// How long it took to learn.
    Duration took();

    /// @param name as messages call the metric
    record Proposed(String type, int replicas, String name, MetricStatus status, Duration took)
            implements MetricProposal {}

    /// @param reason of the event and the condition about it
    /// @param cause what they say
    /// @param error the same, as the sync's error puts it
    /// @param isOfSpec whether the autoscaler itself is wrong
    record Failed(String type, String reason, String cause, String error, boolean isOfSpec, Duration took)
            implements MetricProposal {}
}
