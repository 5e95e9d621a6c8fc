package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.text;

import dev.kcm.client.ListQuery;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.json.Json;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.storage.v1.StorageClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Services, namespaces, claims, requests for certificates, budgets and autoscalers.
final class ClusterClues {
    static final Map<String, Clue> BY_PLURAL = Map.of(
            "services", ClusterClues::service,
            "namespaces", ClusterClues::namespace,
            "persistentvolumeclaims", ClusterClues::claim,
            "certificatesigningrequests", ClusterClues::request,
            "poddisruptionbudgets", (_, look) -> look.without("disruption-controller"),
            "horizontalpodautoscalers", (_, look) -> look.without("horizontal-pod-autoscaler-controller"));

    private ClusterClues() {}

    private static Causes service(DynamicObject service, ClusterView look) {
        if (text(service, "spec", "type").equals("ExternalName")) {
            return Causes.of("it is another name for " + text(service, "spec", "externalName"));
        }
        var labels = new TreeMap<String, String>();
        service.content()
                .objectAt("spec", "selector")
                .forEach((name, value) -> labels.put(name, value.textAt().orElse("")));
        if (labels.isEmpty()) {
            return Causes.of("it selects no pods: whoever made it has to make its endpoint slices,"
                            + " or Endpoints of its name, which are mirrored")
                    .because(endpoints(service, look));
        }
        var selector = Selector.of(labels);
        var pods = look.selected(Pod.PODS, service.namespace(), selector);
        var troubled = pods.stream().filter(PodClues::isTroubled).toList();
        var causes = look.without("endpointslice-controller").because(endpoints(service, look));
        return pods.isEmpty()
                ? causes.because("no pod has the labels it selects: " + selector)
                : causes.because("%d of the %d pods it selects (%s) are ready"
                                .formatted(pods.size() - troubled.size(), pods.size(), selector))
                        .seeing(troubled);
    }

    private static String endpoints(DynamicObject service, ClusterView look) {
        var endpoints = look
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

    private static Causes namespace(DynamicObject namespace, ClusterView look) {
        if (!namespace.isDeleting()) {
            return Causes.NONE;
        }
        var finalizers = namespace.content().itemsAt("spec", "finalizers").stream()
                .map(Json::toText)
                .collect(Collectors.joining(", "));
        var causes = look.without("namespace-controller");
        var left = contents(namespace.name(), look);
        return (left.isEmpty()
                        ? causes.because("nothing is left in it; spec.finalizers: " + finalizers)
                        : causes.because("%d objects are left in it".formatted(left.size())))
                .seeing(left);
    }

    /// What is left in a namespace, what is held by finalizers first.
    private static List<DynamicObject> contents(String namespace, ClusterView look) {
        var held = new ArrayList<DynamicObject>();
        var others = new ArrayList<DynamicObject>();
        for (Resource<?> resource : Catalog.served()) {
            if (resource.isNamespaced()
                    && resource.verbs().contains("list")
                    && resource.verbs().contains("delete")
                    && !resource.plural().equals("events")) {
                look.all(resource, ListQuery.in(namespace))
                        .forEach(it -> (it.metadata().finalizers().isEmpty() ? others : held).add(it));
            }
        }
        held.addAll(others);
        return held;
    }

    private static Causes claim(DynamicObject claim, ClusterView look) {
        if (text(claim, "status", "phase").equals("Bound")) {
            return Causes.of("it is bound to the volume " + text(claim, "spec", "volumeName"));
        }
        var causes = look.without("persistentvolume-binder-controller");
        var wanted = claim.content().textAt("spec", "storageClassName");
        if (wanted.isEmpty() || wanted.get().isEmpty()) {
            return causes.because("it names no storage class, so it waits for a volume somebody makes for it");
        }
        var found = look.find(StorageClass.STORAGE_CLASSES, ObjectKey.of(wanted.get()));
        if (found.isEmpty()) {
            return causes.because("it names the storage class %s, which is not there".formatted(wanted.get()));
        }
        return causes.because(
                text(found.get(), "volumeBindingMode").equals("WaitForFirstConsumer")
                        ? "its storage class %s waits for the first pod that uses it".formatted(wanted.get())
                        : "the provisioner %s of its storage class %s has to make a volume"
                                .formatted(text(found.get(), "provisioner"), wanted.get()));
    }

    private static Causes request(DynamicObject request, ClusterView look) {
        var types = request.content().itemsAt("status", "conditions").stream()
                .map(it -> it.textAt("type").orElse(""))
                .toList();
        if (types.contains("Denied") || types.contains("Failed")) {
            return Causes.NONE; // the conditions tell all
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
                ? causes.and(look.without("certificatesigningrequest-signing-controller"))
                : causes.because("that signer is not one of the controller manager's");
    }
}
