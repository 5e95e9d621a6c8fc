package dev.kcm.cluster.why;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.json.Json;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Claims for devices, and what pods wait for because of them.
final class ClaimDiagnostics {
    static final Map<String, Diagnostic> BY_PLURAL = Map.of("resourceclaims", (claim, _) -> claim(claim));

    private ClaimDiagnostics() {}

    /// What a pod's claims lack.
    static Causes ofPod(DynamicObject pod, ClusterView view) {
        var causes = Causes.NONE;
        for (var wanted : pod.content().itemsAt("spec", "resourceClaims")) {
            causes = causes.and(ofPod(pod, wanted, view));
        }
        return causes;
    }

    private static Causes ofPod(DynamicObject pod, Json wanted, ClusterView view) {
        var name = wanted.textAt("name").orElse("");
        var template = wanted.textAt("resourceClaimTemplateName");
        var claim = wanted.textAt("resourceClaimName").or(() -> recorded(pod, name));
        if (claim.isEmpty()) {
            return template.map(it -> unmade(pod, name, it, view)).orElse(Causes.NONE);
        }
        var found = view.find(ResourceClaim.RESOURCE_CLAIMS, ObjectKey.of(pod.namespace(), claim.get()));
        if (found.isEmpty()) {
            return Causes.of("it needs the resource claim %s, which does not exist".formatted(claim.get()));
        }
        boolean isAllocated = found.get().content().at("status", "allocation").isPresent();
        return isAllocated ? Causes.NONE : Causes.NONE.seeing(List.of(found.get()));
    }

    private static Optional<String> recorded(DynamicObject pod, String name) {
        return pod.content().itemsAt("status", "resourceClaimStatuses").stream()
                .filter(status -> status.textAt("name").orElse("").equals(name))
                .flatMap(status -> status.textAt("resourceClaimName").stream())
                .findFirst();
    }

    private static Causes unmade(DynamicObject pod, String name, String template, ClusterView view) {
        boolean isThere = view.find(
                        ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES, ObjectKey.of(pod.namespace(), template))
                .isPresent();
        return view.without("resourceclaim-controller")
                .because("its claim %s is made from the template %s, which %s"
                        .formatted(name, template, isThere ? "is about to happen" : "does not exist"));
    }

    private static Causes claim(DynamicObject claim) {
        var devices = claim.content().itemsAt("status", "allocation", "devices", "results").stream()
                .map(result -> "%s/%s/%s"
                        .formatted(
                                result.textAt("driver").orElse(""),
                                result.textAt("pool").orElse(""),
                                result.textAt("device").orElse("")))
                .collect(Collectors.joining(", "));
        if (devices.isEmpty()) {
            return Causes.of("it is not allocated: that happens when a pod that uses it is scheduled");
        }
        var consumers = claim.content().itemsAt("status", "reservedFor").stream()
                .map(consumer -> consumer.textAt("resource").orElse("") + "/"
                        + consumer.textAt("name").orElse(""))
                .collect(Collectors.joining(", "));
        return Causes.of(
                "it is allocated: " + devices,
                consumers.isEmpty() ? "it is reserved for nobody" : "it is reserved for " + consumers);
    }
}
