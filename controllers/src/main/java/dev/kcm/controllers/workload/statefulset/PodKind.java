package dev.kcm.controllers.workload.statefulset;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What pods of one set have in common with each other but for their ordinal, and when they became ready: they come
/// from a few revisions and are in a few states.
///
/// @param labels without the two that say which ordinal it is
/// @param isNamed whether it carries its own name as a label
/// @param ownClaims volumes that use the pod's own claim of their name
record PodKind(
        Map<String, String> labels,
        boolean isNamed,
        Set<String> ownClaims,
        String phase,
        boolean isReady,
        boolean isDeleting) {

    static final OrdinalTree.Traits<LeanPod, PodKind> TRAITS =
            new OrdinalTree.Traits<>(PodKind::of, PodKind::readySince);

    PodKind {
        labels = Map.copyOf(labels);
        ownClaims = Set.copyOf(ownClaims);
    }

    static PodKind of(LeanPod pod) {
        var labels = new TreeMap<>(pod.labels());
        var podName = labels.remove(Labels.POD_NAME);
        labels.remove(Labels.POD_INDEX);
        // A name with leading zeros cannot be mended.
        boolean isMendable =
                OrdinalName.parse(pod.name()).filter(OrdinalName::isCanonical).isPresent();
        return new PodKind(
                labels,
                !isMendable || pod.name().equals(podName),
                pod.spec().volumes().stream()
                        .filter(volume -> volume.persistentVolumeClaim()
                                .filter(claim -> claim.claimName().equals(volume.name() + "-" + pod.name()))
                                .isPresent())
                        .map(volume -> volume.name())
                        .collect(Collectors.toSet()),
                pod.status().phase(),
                PodState.isReady(pod),
                pod.isDeleting());
    }

    /// When it became ready, which matters while it is; never, if the kubelet did not say.
    private static Instant readySince(LeanPod pod) {
        return PodState.isReady(pod) ? PodState.readySince(pod).orElse(Instant.MAX) : Instant.MIN;
    }

    String revision() {
        return labels.getOrDefault(Labels.REVISION, "");
    }

    /// A server sets the phase when it creates a pod.
    boolean isCreated() {
        return !phase.isEmpty();
    }

    boolean isPending() {
        return phase.equals(PodState.PENDING);
    }

    boolean isFinished() {
        return phase.equals(PodState.SUCCEEDED) || phase.equals(PodState.FAILED);
    }

    boolean isRunningAndReady() {
        return phase.equals(PodState.RUNNING) && isReady;
    }
}
