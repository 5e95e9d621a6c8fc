package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.MetricSpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// What the metrics of an autoscaler ask for, given what was read of them.
final class MetricEvaluation {
    static final String OBJECT = "Object";
    static final String PODS = "Pods";
    static final String RESOURCE = "Resource";
    static final String CONTAINER_RESOURCE = "ContainerResource";
    static final String EXTERNAL = "External";

    /// What a metric of one type asks for.
    interface Evaluation {
        MetricProposal.Proposed proposed() throws MetricFailure;

        /// The reason of the event and the condition when that fails.
        String failureReason();

        /// What the sync's error says then.
        String error(String cause);
    }

    private MetricEvaluation() {}

    static List<MetricProposal> of(Snapshot snapshot, Snapshot.Readings readings) {
        var specs = snapshot.autoscaler().spec().metrics();
        return IntStream.range(0, specs.size())
                .mapToObj(i ->
                        of(snapshot, readings, specs.get(i), readings.metrics().get(i)))
                .toList();
    }

    private static MetricProposal of(
            Snapshot snapshot, Snapshot.Readings readings, MetricSpec spec, MetricReading reading) {
        return switch (spec.type()) {
            case OBJECT, EXTERNAL -> proposal(spec, new ValueMetric(snapshot, readings, spec, reading), reading.took());
            case PODS, RESOURCE, CONTAINER_RESOURCE ->
                proposal(spec, new PodMetric(snapshot, readings, spec, reading), reading.took());
            default -> unknown(spec);
        };
    }

    private static MetricProposal proposal(MetricSpec spec, Evaluation evaluation, Duration took) {
        try {
            return evaluation.proposed();
        } catch (MetricFailure failure) {
            var cause = String.valueOf(failure.getMessage());
            return new MetricProposal.Failed(
                    spec.type(), evaluation.failureReason(), cause, evaluation.error(cause), false, took);
        }
    }

    /// The API server lets none through.
    private static MetricProposal unknown(MetricSpec spec) {
        var error = "unknown metric source type \"%s\"".formatted(spec.type());
        return new MetricProposal.Failed(
                spec.type(), Reasons.INVALID_METRIC_SOURCE_TYPE, error, error, true, Duration.ZERO);
    }
}
