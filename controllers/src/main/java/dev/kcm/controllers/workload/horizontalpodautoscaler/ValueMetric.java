package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.MetricIdentifier;
import dev.kcm.model.autoscaling.v2.MetricSpec;
import dev.kcm.model.autoscaling.v2.MetricStatus;
import dev.kcm.model.autoscaling.v2.MetricTarget;
import dev.kcm.model.autoscaling.v2.MetricValueStatus;
import dev.kcm.model.value.Quantity;
import java.util.List;

/// What a metric of an object or from outside the cluster asks for: that its value as a whole, or each pod's share of
/// it, be at its target.
record ValueMetric(Snapshot snapshot, Snapshot.Readings readings, MetricSpec spec, MetricReading reading)
        implements MetricEvaluation.Evaluation {

    /// Which of the two targets counts; an object's type of target says so, of an external metric the share goes first.
    private enum Kind {
        WHOLE,
        SHARE,
        NEITHER
    }

    @Override
    public MetricProposal.Proposed proposed() throws MetricFailure {
        return switch (kind()) {
            case WHOLE -> whole();
            case SHARE -> share();
            case NEITHER ->
                throw new MetricFailure(
                        "invalid %s metric source: neither a value target nor an average value target was set"
                                .formatted(isOfObject() ? "object" : "external"));
        };
    }

    @Override
    public String failureReason() {
        return isOfObject() ? Reasons.FAILED_GET_OBJECT_METRIC : Reasons.FAILED_GET_EXTERNAL_METRIC;
    }

    @Override
    public String error(String cause) {
        var name = metric().name();
        if (isOfObject()) {
            return "failed to get object metric value: "
                    + (kind() == Kind.SHARE ? "failed to get %s object metric: %s".formatted(name, cause) : cause);
        }
        var inner = switch (kind()) {
            case WHOLE -> "failed to get external metric %s: %s".formatted(name, cause);
            case SHARE -> "failed to get %s external metric: %s".formatted(name, cause);
            case NEITHER -> cause;
        };
        return "failed to get %s external metric value: %s".formatted(name, inner);
    }

    private boolean isOfObject() {
        return spec.type().equals(MetricEvaluation.OBJECT);
    }

    private Kind kind() {
        var target = target();
        boolean isWhole =
                target.value().isPresent() && (!isOfObject() || target.type().equals("Value"));
        boolean isShare = target.averageValue().isPresent()
                && (!isOfObject() || target.type().equals("AverageValue"));
        return isShare ? Kind.SHARE : isWhole ? Kind.WHOLE : Kind.NEITHER;
    }

    private MetricProposal.Proposed whole() throws MetricFailure {
        var result = rule().ofWhole(
                        ValueRule.sum(values()),
                        target().value().orElseThrow().milliValue(),
                        readings.scale().spec().replicas(),
                        readings.pods());
        return proposed(result, MetricValueStatus.builder().value(Quantity.ofMillis(result.usage())));
    }

    private MetricProposal.Proposed share() throws MetricFailure {
        var values = values();
        var result = rule().perPod(
                        isOfObject() ? ValueRule.sum(values) : ValueRule.sumForShares(values),
                        target().averageValue().orElseThrow().milliValue(),
                        readings.scale().status().replicas());
        return proposed(result, MetricValueStatus.builder().averageValue(Quantity.ofMillis(result.usage())));
    }

    private MetricProposal.Proposed proposed(ValueRule.Result result, MetricValueStatus.Builder current) {
        var status = MetricStatus.builder().type(spec.type());
        spec.object()
                .filter(_ -> isOfObject())
                .ifPresentOrElse(
                        source -> status.object(it -> it.describedObject(source.describedObject())
                                .metric(metric())
                                .current(current.build())),
                        () -> status.external(it -> it.metric(metric()).current(current.build())));
        return new MetricProposal.Proposed(spec.type(), result.replicas(), name(), status.build(), reading.took());
    }

    /// Upstream calls an object's metric external, too, when it is shared by the pods.
    private String name() {
        return isOfObject() && kind() == Kind.WHOLE
                ? "%s metric %s"
                        .formatted(spec.object().orElseThrow().describedObject().kind(), metric().name())
                : "external metric %s(%s)".formatted(metric().name(), SelectorText.of(metric().selector()));
    }

    private ValueRule rule() {
        return new ValueRule(snapshot.tolerance());
    }

    private MetricTarget target() {
        return isOfObject()
                ? spec.object().orElseThrow().target()
                : spec.external().orElseThrow().target();
    }

    private MetricIdentifier metric() {
        return isOfObject()
                ? spec.object().orElseThrow().metric()
                : spec.external().orElseThrow().metric();
    }

    private List<Long> values() throws MetricFailure {
        return switch (reading.content()) {
            case MetricReading.Values(var values) -> values;
            case MetricReading.Failed(var error) -> throw new MetricFailure(unable(error));
            case MetricReading.OfPods _ -> throw new IllegalStateException("Pods were read for " + spec.type());
        };
    }

    /// The words of an object's failure are in an odd order upstream, too.
    private String unable(String error) {
        var namespace = snapshot.autoscaler().namespace();
        if (isOfObject()) {
            var object = spec.object().orElseThrow().describedObject();
            return "unable to get metric %s: %s on %s %s/%s"
                    .formatted(metric().name(), object.kind(), namespace, object.name(), error);
        }
        return "unable to get external metric %s/%s/%s: %s"
                .formatted(namespace, metric().name(), SelectorText.of(metric().selector()), error);
    }
}
