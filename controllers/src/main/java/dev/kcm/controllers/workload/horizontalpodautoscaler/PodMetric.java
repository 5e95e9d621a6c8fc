package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.MetricSpec;
import dev.kcm.model.autoscaling.v2.MetricStatus;
import dev.kcm.model.autoscaling.v2.MetricTarget;
import dev.kcm.model.autoscaling.v2.MetricValueStatus;
import dev.kcm.model.value.Quantity;
import java.util.Map;

/// What a metric of the pods themselves asks for: a resource they or one of their containers use, or a custom metric.
record PodMetric(Snapshot snapshot, Snapshot.Readings readings, MetricSpec spec, MetricReading reading)
        implements MetricEvaluation.Evaluation {
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";

    @Override
    public MetricProposal.Proposed proposed() throws MetricFailure {
        return isCustom() ? custom() : resource();
    }

    private boolean isCustom() {
        return spec.type().equals(MetricEvaluation.PODS);
    }

    private boolean isOfContainer() {
        return spec.type().equals(MetricEvaluation.CONTAINER_RESOURCE);
    }

    @Override
    public String failureReason() {
        return isCustom()
                ? Reasons.FAILED_GET_PODS_METRIC
                : isOfContainer() ? Reasons.FAILED_GET_CONTAINER_RESOURCE_METRIC : Reasons.FAILED_GET_RESOURCE_METRIC;
    }

    @Override
    public String error(String cause) {
        return isCustom()
                ? "failed to get pods metric value: " + cause
                : isOfContainer()
                        ? "failed to get %s container metric value: %s".formatted(container(), cause)
                        : "failed to get %s resource metric value: %s".formatted(resourceName(), cause);
    }

    private MetricProposal.Proposed custom() throws MetricFailure {
        var source = spec.pods().orElseThrow();
        var name = source.metric().name();
        var samples = samples("unable to get metric %s: ".formatted(name));
        var target = source.target().averageValue().orElse(Quantity.ZERO);
        var result = rule(samples, "", new UsageRatio.Average(target.milliValue()));
        var status = MetricStatus.builder()
                .type(spec.type())
                .pods(pods -> pods.metric(source.metric())
                        .current(value -> value.averageValue(
                                Quantity.ofMillis(result.usage().average()))))
                .build();
        return proposed(result.replicas(), "pods metric " + name, status);
    }

    private MetricProposal.Proposed resource() throws MetricFailure {
        var target = target();
        if (target.averageValue().isPresent()) {
            return average(target.averageValue().get());
        }
        if (target.averageUtilization().isEmpty()) {
            throw new MetricFailure("invalid resource metric source: neither an average utilization target nor an"
                    + " average value (usage) target was set");
        }
        return utilization(target.averageUtilization().get());
    }

    private MetricProposal.Proposed average(Quantity target) throws MetricFailure {
        try {
            var result = rule(resourceSamples(), resourceName(), new UsageRatio.Average(target.milliValue()));
            var value =
                    MetricValueStatus.builder().averageValue(quantity(result)).build();
            return proposed(result.replicas(), resourceName() + " resource", status(value));
        } catch (MetricFailure failure) {
            throw new MetricFailure("failed to get %s usage: %s".formatted(resourceName(), failure.getMessage()));
        }
    }

    private MetricProposal.Proposed utilization(int target) throws MetricFailure {
        try {
            var samples = resourceSamples();
            var groups = groups(samples, resourceName());
            var requests = new PodRequests(
                            resourceName(), container(), snapshot.policy().countsPodLevelResources())
                    .of(readings.pods());
            var result = podRule().apply(groups, new UsageRatio.Utilization(requests, target));
            var value = MetricValueStatus.builder()
                    .averageUtilization(result.usage().percent())
                    .averageValue(quantity(result))
                    .build();
            return proposed(
                    result.replicas(),
                    "%s %sresource utilization (percentage of request)"
                            .formatted(resourceName(), isOfContainer() ? "container " : ""),
                    status(value));
        } catch (MetricFailure failure) {
            throw new MetricFailure("failed to get %s utilization: %s".formatted(resourceName(), failure.getMessage()));
        }
    }

    private MetricProposal.Proposed proposed(int replicas, String name, MetricStatus status) {
        return new MetricProposal.Proposed(spec.type(), replicas, name, status, reading.took());
    }

    private PodMetricRule.Result rule(Map<String, PodSample> samples, String resource, UsageRatio.Goal goal)
            throws MetricFailure {
        return podRule().apply(groups(samples, resource), goal);
    }

    private PodMetricRule podRule() {
        return new PodMetricRule(readings.scale().spec().replicas(), snapshot.tolerance());
    }

    private PodGroups groups(Map<String, PodSample> samples, String resource) throws MetricFailure {
        if (readings.pods().isEmpty()) {
            throw new MetricFailure("no pods returned by selector while calculating replica count");
        }
        var groups = PodGroups.of(readings.pods(), samples, resource.equals(CPU), snapshot.timing());
        if (groups.samples().isEmpty()) {
            throw new MetricFailure("did not receive metrics for targeted pods (pods might be unready)");
        }
        return groups;
    }

    private Map<String, PodSample> resourceSamples() throws MetricFailure {
        return samples("unable to get metrics for resource %s: ".formatted(resourceName()));
    }

    private Map<String, PodSample> samples(String before) throws MetricFailure {
        return switch (reading.content()) {
            case MetricReading.OfPods(var samples) -> samples;
            case MetricReading.Failed(var error) -> throw new MetricFailure(before + error);
            case MetricReading.Values _ -> throw new IllegalStateException("Values were read for " + spec.type());
        };
    }

    private MetricTarget target() {
        return isOfContainer()
                ? spec.containerResource().orElseThrow().target()
                : spec.resource().orElseThrow().target();
    }

    private String resourceName() {
        return isOfContainer()
                ? spec.containerResource().orElseThrow().name()
                : spec.resource().orElseThrow().name();
    }

    private String container() {
        return spec.containerResource().map(it -> it.container()).orElse("");
    }

    private MetricStatus status(MetricValueStatus value) {
        var status = MetricStatus.builder().type(spec.type());
        return isOfContainer()
                ? status.containerResource(it ->
                                it.name(resourceName()).container(container()).current(value))
                        .build()
                : status.resource(it -> it.name(resourceName()).current(value)).build();
    }

    /// Memory in powers of two, as a metrics server reports it.
    private Quantity quantity(PodMetricRule.Result result) {
        var format = resourceName().equals(MEMORY) ? Quantity.Format.BINARY_SI : Quantity.Format.DECIMAL_SI;
        return Quantity.scaled(result.usage().average(), -3, format);
    }
}
