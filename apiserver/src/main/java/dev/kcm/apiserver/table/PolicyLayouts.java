package dev.kcm.apiserver.table;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.MetricSpec;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.networking.v1.Ingress;
import dev.kcm.model.networking.v1.IngressClass;
import dev.kcm.model.scheduling.v1.PriorityClass;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// How quotas, autoscalers and ingresses are shown.
final class PolicyLayouts {
    private PolicyLayouts() {}

    static Layout<ResourceQuota> quotas() {
        return Layout.<ResourceQuota>named()
                .text("Request", it -> used(it, name -> !name.startsWith("limits.")))
                .text("Limit", it -> used(it, name -> name.startsWith("limits.")))
                .age();
    }

    private static String used(ResourceQuota quota, Predicate<String> isMeant) {
        return quota.status().hard().entrySet().stream()
                .filter(entry -> isMeant.test(entry.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> "%s: %s/%s"
                        .formatted(entry.getKey(), quota.status().used().get(entry.getKey()), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    /// Only the newer version has what the columns show; the older one gets name and age.
    static Layout<?> autoscalers(Resource<?> resource) {
        return resource.version().equals("v1")
                ? Layout.<KubeObject>named().age()
                : Layout.<HorizontalPodAutoscaler>named()
                        .text(
                                "Reference",
                                it -> it.spec().scaleTargetRef().kind()
                                        + "/"
                                        + it.spec().scaleTargetRef().name())
                        .text("Targets", PolicyLayouts::targets)
                        .text(
                                "MinPods",
                                it -> it.spec()
                                        .minReplicas()
                                        .map(Object::toString)
                                        .orElse("<unset>"))
                        .text("MaxPods", it -> Integer.toString(it.spec().maxReplicas()))
                        .text("Replicas", it -> Integer.toString(it.status().currentReplicas()))
                        .age();
    }

    private static String targets(HorizontalPodAutoscaler autoscaler) {
        return Layouts.orNone(autoscaler.spec().metrics().stream()
                .map(metric -> target(autoscaler, metric))
                .collect(Collectors.joining(", ")));
    }

    private static String target(HorizontalPodAutoscaler autoscaler, MetricSpec metric) {
        return metric.resource()
                .flatMap(resource -> resource.target()
                        .averageUtilization()
                        .map(wanted ->
                                "%s: %s/%d%%".formatted(resource.name(), current(autoscaler, resource.name()), wanted)))
                .orElse("<unknown>");
    }

    private static String current(HorizontalPodAutoscaler autoscaler, String name) {
        return autoscaler.status().currentMetrics().stream()
                .flatMap(metric -> metric.resource().stream())
                .filter(resource -> resource.name().equals(name))
                .flatMap(resource -> resource.current().averageUtilization().stream())
                .findFirst()
                .map(percent -> percent + "%")
                .orElse("<unknown>");
    }

    static Layout<Ingress> ingresses() {
        return Layout.<Ingress>named()
                .text("Class", it -> it.spec().ingressClassName().orElse("<none>"))
                .text("Hosts", PolicyLayouts::hosts)
                .text("Address", PolicyLayouts::addresses)
                .text("Ports", it -> it.spec().tls().isEmpty() ? "80" : "80, 443")
                .age();
    }

    static Layout<IngressClass> ingressClasses() {
        return Layout.<IngressClass>namedBy(it -> Layouts.markedName(it, "ingressclass.kubernetes.io/is-default-class"))
                .text("Controller", it -> it.spec().controller())
                .text(
                        "Parameters",
                        it -> it.spec()
                                .parameters()
                                .map(to -> to.kind()
                                        + to.apiGroup()
                                                .map(group -> "." + group)
                                                .orElse("")
                                        + "/"
                                        + to.name())
                                .orElse("<none>"))
                .age();
    }

    static Layout<PriorityClass> priorityClasses() {
        return Layout.<PriorityClass>named()
                .number("Value", PriorityClass::value)
                .flag("Global-Default", PriorityClass::globalDefault)
                .age()
                .text("PreemptionPolicy", it -> it.preemptionPolicy().orElse(""));
    }

    private static String hosts(Ingress ingress) {
        var hosts = ingress.spec().rules().stream()
                .map(rule -> rule.host().isEmpty() ? "*" : rule.host())
                .distinct()
                .collect(Collectors.joining(","));
        return hosts.isEmpty() ? "*" : hosts;
    }

    private static String addresses(Ingress ingress) {
        return ingress.status().loadBalancer().ingress().stream()
                .map(it -> it.ip().isEmpty() ? it.hostname() : it.ip())
                .collect(Collectors.joining(","));
    }
}
