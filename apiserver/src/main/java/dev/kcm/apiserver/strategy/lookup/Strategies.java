package dev.kcm.apiserver.strategy.lookup;

import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.NameRules;
import dev.kcm.model.Resource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Finds the strategy of a resource: that of its kind's class, or what follows from its descriptor.
public final class Strategies {
    /// Kinds without a class of their own whose generation upstream counts.
    private static final Set<String> WITH_GENERATION = Set.of(
            "mutatingadmissionpolicies.admissionregistration.k8s.io",
            "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
            "mutatingwebhookconfigurations.admissionregistration.k8s.io",
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            "validatingadmissionpolicybindings.admissionregistration.k8s.io",
            "validatingwebhookconfigurations.admissionregistration.k8s.io",
            "podtemplates",
            "endpointslices.discovery.k8s.io",
            "flowschemas.flowcontrol.apiserver.k8s.io",
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
            "ingresses.networking.k8s.io",
            "ingressclasses.networking.k8s.io",
            "networkpolicies.networking.k8s.io",
            "poddisruptionbudgets.policy",
            "deviceclasses.resource.k8s.io",
            "devicetaintrules.resource.k8s.io",
            "resourceslices.resource.k8s.io",
            "priorityclasses.scheduling.k8s.io",
            "customresourcedefinitions.apiextensions.k8s.io");

    private static final Set<String> NAMED_AS_PATHS = Set.of(
            "clustertrustbundles.certificates.k8s.io",
            "roles.rbac.authorization.k8s.io",
            "rolebindings.rbac.authorization.k8s.io",
            "clusterroles.rbac.authorization.k8s.io",
            "clusterrolebindings.rbac.authorization.k8s.io");

    private static final Map<Resource<?>, Strategy<?>> BY_RESOURCE = new ConcurrentHashMap<>();

    private Strategies() {}

    @SuppressWarnings("unchecked") // a strategy is kept under the resource it was built for
    public static <T extends KubeObject> Strategy<T> of(Resource<T> resource) {
        return (Strategy<T>) BY_RESOURCE.computeIfAbsent(resource, Strategies::find);
    }

    private static Strategy<?> find(Resource<?> resource) {
        var builtIn = BuiltInStrategies.of(resource);
        return builtIn == null ? ofDescriptor(resource) : builtIn;
    }

    private static <T extends KubeObject> Strategy<T> ofDescriptor(Resource<T> resource) {
        var strategy = Strategy.of(resource);
        if (resource.subresource("status").isPresent()) {
            strategy.status(Part.named("status", resource)).spec(Part.named("spec", resource));
        }
        if (WITH_GENERATION.contains(resource.qualifiedName())) {
            strategy.countsGenerations();
        }
        if (NAMED_AS_PATHS.contains(resource.qualifiedName())) {
            strategy.nameRule(NameRules::pathSegment);
        }
        return strategy.build();
    }
}
