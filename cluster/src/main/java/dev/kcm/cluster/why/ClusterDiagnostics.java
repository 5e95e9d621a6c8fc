package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.text;

import dev.kcm.client.ListQuery;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.json.Json;
import dev.kcm.model.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Services, namespaces, requests for certificates, budgets and autoscalers.
final class ClusterDiagnostics {
    static final Map<String, Diagnostic> BY_PLURAL = Map.of(
            "services", ClusterDiagnostics::service,
            "namespaces", ClusterDiagnostics::namespace,
            "certificatesigningrequests", ClusterDiagnostics::request,
            "poddisruptionbudgets", BudgetDiagnostic::of,
            "horizontalpodautoscalers", ClusterDiagnostics::autoscaler);

    private ClusterDiagnostics() {}

    private static Causes service(DynamicObject service, ClusterView view) {
        if (text(service, "spec", "type").equals("ExternalName")) {
            return Causes.of("it is another name for " + text(service, "spec", "externalName"));
        }
        var labels = new TreeMap<String, String>();
        service.content()
                .objectAt("spec", "selector")
                .forEach((name, value) -> labels.put(name, value.textAt().orElse("")));
        if (labels.isEmpty()) {
            return Causes.of("it selects no pods: its creator has to create its endpoint slices,"
                            + " or Endpoints of its name, which are mirrored")
                    .because(endpoints(service, view));
        }
        var selector = Selector.of(labels);
        var pods = view.selected(Pod.PODS, service.namespace(), selector);
        var troubled = pods.stream().filter(PodDiagnostics::isTroubled).toList();
        var causes = view.without("endpointslice-controller").because(endpoints(service, view));
        return pods.isEmpty()
                ? causes.because("no pod matches its selector: " + selector)
                : causes.because("%d of the %d pods it selects (%s) are ready"
                                .formatted(pods.size() - troubled.size(), pods.size(), selector))
                        .seeing(troubled);
    }

    private static String endpoints(DynamicObject service, ClusterView view) {
        var endpoints = view
                .selected(
                        EndpointSlice.ENDPOINT_SLICES,
                        service.namespace(),
                        Selector.of(Map.of("kubernetes.io/service-name", service.name())))
                .stream()
                .flatMap(slice -> slice.content().itemsAt("endpoints").stream())
                .toList();
        long ready = endpoints.stream()
                .filter(it -> it.booleanAt("conditions", "ready").orElse(true))
                .count();
        return "its endpoint slices hold %d %s, %d ready"
                .formatted(endpoints.size(), endpoints.size() == 1 ? "endpoint" : "endpoints", ready);
    }

    private static Causes namespace(DynamicObject namespace, ClusterView view) {
        if (!namespace.isDeleting()) {
            return Causes.NONE;
        }
        var finalizers = namespace.content().itemsAt("spec", "finalizers").stream()
                .map(Json::toText)
                .collect(Collectors.joining(", "));
        var causes = view.without("namespace-controller");
        var left = contents(namespace.name(), view);
        return (left.isEmpty()
                        ? causes.because("no objects are left in it; spec.finalizers: " + finalizers)
                        : causes.because("%d objects are left in it".formatted(left.size())))
                .seeing(left);
    }

    /// What is left in a namespace, what is held by finalizers first.
    private static List<DynamicObject> contents(String namespace, ClusterView view) {
        var held = new ArrayList<DynamicObject>();
        var others = new ArrayList<DynamicObject>();
        for (Resource<?> resource : Catalog.served()) {
            if (resource.isNamespaced()
                    && resource.verbs().contains("list")
                    && resource.verbs().contains("delete")
                    && !resource.plural().equals("events")) {
                view.all(resource, ListQuery.in(namespace))
                        .forEach(it -> (it.metadata().finalizers().isEmpty() ? others : held).add(it));
            }
        }
        held.addAll(others);
        return held;
    }

    /// What holds it back, as its conditions say; what it decided last says which metric asks for what.
    private static Causes autoscaler(DynamicObject autoscaler, ClusterView view) {
        var causes = view.without("horizontal-pod-autoscaler-controller");
        var conditions = autoscaler.content().itemsAt("status", "conditions");
        if (conditions.isEmpty()) {
            return causes.because(
                    "it has not been evaluated yet: the first time is one sync period after its creation");
        }
        for (var condition : conditions) {
            boolean isTrue = condition.textAt("status").orElse("").equals("True");
            boolean isLimit = condition.textAt("type").orElse("").equals("ScalingLimited");
            var reason = condition.textAt("reason").orElse("");
            if (isTrue == isLimit || reason.endsWith("Stabilized")) {
                causes = causes.because(
                        "%s: %s".formatted(reason, condition.textAt("message").orElse("")));
            }
        }
        return causes;
    }

    private static Causes request(DynamicObject request, ClusterView view) {
        var types = request.content().itemsAt("status", "conditions").stream()
                .map(it -> it.textAt("type").orElse(""))
                .toList();
        if (types.contains("Denied") || types.contains("Failed")) {
            return Causes.NONE; // the conditions say why
        }
        var signer = text(request, "spec", "signerName");
        if (!types.contains("Approved")) {
            return Causes.of(
                    "nobody has approved it yet: kubectl certificate approve " + request.name(),
                    "its signer is " + signer);
        }
        if (!text(request, "status", "certificate").isEmpty()) {
            return Causes.of("its certificate is issued");
        }
        var causes = Causes.of("it is approved and waits for its signer, %s".formatted(signer));
        return signer.startsWith("kubernetes.io/")
                ? causes.and(view.without("certificatesigningrequest-signing-controller"))
                : causes.because("that signer is not one of the controller manager's");
    }
}
