package dev.kcm.controllers.node.resourceclaim;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimSpec;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import java.util.HashMap;

/// The claim that is made for a pod from a template.
final class GeneratedClaim {
    /// What the server appends makes 63.
    private static final int LONGEST_PREFIX = 57;

    private GeneratedClaim() {}

    /// @param name of the claim in the pod's spec
    static ResourceClaim of(LeanPod pod, String name, ResourceClaimTemplate template) {
        var annotations = new HashMap<>(template.spec().metadata().annotations());
        annotations.put(Names.POD_CLAIM_ANNOTATION, name);
        return ResourceClaim.builder()
                .metadata(metadata -> metadata.namespace(pod.namespace())
                        .generateName(prefix(pod.name(), name))
                        .labels(template.spec().metadata().labels())
                        .annotations(annotations)
                        .addOwnerReferences(OwnerReferences.toController(pod).withoutBlockOwnerDeletion()))
                .spec(template.spec().spec())
                .build();
    }

    /// Both names in full, or both cut by the same proportion: the server would cut at the end, and lose the claim's.
    static String prefix(String pod, String claim) {
        var whole = pod + "-" + claim + "-";
        if (whole.length() <= LONGEST_PREFIX) {
            return whole;
        }
        return cut(pod, whole.length()) + "-" + cut(claim, whole.length());
    }

    /// Whether it wants devices for administration, which others may use at the same time.
    static boolean needsAdminAccess(ResourceClaimSpec spec) {
        return spec.devices().requests().stream()
                .anyMatch(request -> request.exactly()
                        .flatMap(exactly -> exactly.adminAccess())
                        .orElse(false));
    }

    static boolean hasPrioritizedList(ResourceClaimSpec spec) {
        return spec.devices().requests().stream()
                .anyMatch(request -> !request.firstAvailable().isEmpty());
    }

    private static String cut(String name, int whole) {
        return name.substring(0, name.length() * LONGEST_PREFIX / whole);
    }
}
