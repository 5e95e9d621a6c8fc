package dev.kcm.apiserver.table;

import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.MetricSpec;
import dev.kcm.model.autoscaling.v2.MetricStatus;
import dev.kcm.model.autoscaling.v2.MetricTarget;
import dev.kcm.model.autoscaling.v2.MetricValueStatus;
import java.util.ArrayList;
import java.util.Optional;

/// How autoscalers are shown.
final class AutoscalerLayout {
    private static final int SHOWN = 2;
    private static final String UNKNOWN = "<unknown>";

    private AutoscalerLayout() {}

    static Layout<HorizontalPodAutoscaler> autoscalers() {
        return Layout.<HorizontalPodAutoscaler>named()
                .text(
                        "Reference",
                        it -> it.spec().scaleTargetRef().kind() + "/"
                                + it.spec().scaleTargetRef().name())
                .text("Targets", AutoscalerLayout::targets)
                .text(
                        "MinPods",
                        it -> it.spec().minReplicas().map(Object::toString).orElse("<unset>"))
                .count("MaxPods", it -> it.spec().maxReplicas())
                .count("Replicas", it -> it.status().currentReplicas())
                .age();
    }

    private static String targets(HorizontalPodAutoscaler autoscaler) {
        var specs = autoscaler.spec().metrics();
        var statuses = autoscaler.status().currentMetrics();
        var all = new ArrayList<String>();
        for (int i = 0; i < specs.size(); i++) {
            all.add(target(specs.get(i), i < statuses.size() ? Optional.of(statuses.get(i)) : Optional.empty()));
        }
        return Layouts.orNone(Layouts.shortened(all, SHOWN, ", "));
    }

    private static String target(MetricSpec spec, Optional<MetricStatus> status) {
        return switch (spec.type()) {
            case "External" ->
                amount(
                        spec.external().map(it -> it.target()),
                        status.flatMap(MetricStatus::external).map(it -> it.current()));
            case "Object" ->
                amount(
                        spec.object().map(it -> it.target()),
                        status.flatMap(MetricStatus::object).map(it -> it.current()));
            case "Pods" ->
                average(
                        spec.pods().map(it -> it.target()),
                        status.flatMap(MetricStatus::pods).map(it -> it.current()));
            case "Resource" ->
                resource(
                        spec.resource().map(it -> it.name()),
                        spec.resource().map(it -> it.target()),
                        status.flatMap(MetricStatus::resource).map(it -> it.current()));
            case "ContainerResource" ->
                resource(
                        spec.containerResource().map(it -> it.name()),
                        spec.containerResource().map(it -> it.target()),
                        status.flatMap(MetricStatus::containerResource).map(it -> it.current()));
            default -> "<unknown type>";
        };
    }

    private static String amount(Optional<MetricTarget> target, Optional<MetricValueStatus> current) {
        return target.flatMap(MetricTarget::averageValue).isPresent()
                ? average(target, current) + " (avg)"
                : orUnknown(current.flatMap(MetricValueStatus::value))
                        + "/"
                        + orUnknown(target.flatMap(MetricTarget::value));
    }

    private static String average(Optional<MetricTarget> target, Optional<MetricValueStatus> current) {
        return orUnknown(current.flatMap(MetricValueStatus::averageValue))
                + "/"
                + orUnknown(target.flatMap(MetricTarget::averageValue));
    }

    private static String resource(
            Optional<String> name, Optional<MetricTarget> target, Optional<MetricValueStatus> current) {
        var ratio = target.flatMap(MetricTarget::averageValue).isPresent()
                ? average(target, current)
                : orUnknown(current.flatMap(MetricValueStatus::averageUtilization)
                                .map(it -> it + "%"))
                        + "/"
                        + target.flatMap(MetricTarget::averageUtilization)
                                .map(it -> it + "%")
                                .orElse("<auto>");
        return name.orElse("") + ": " + ratio;
    }

    private static String orUnknown(Optional<?> value) {
        return value.map(Object::toString).orElse(UNKNOWN);
    }
}
