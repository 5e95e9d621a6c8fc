package dev.kcm.controllers.shared.volumes;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import java.util.List;

/// Whether a pod uses a claim.
public final class VolumeUse {
    private VolumeUse() {}

    /// Whether a claim that is deleted has to stay for this pod. A pod without a node does not count: no kubelet
    /// starts one whose claim is deleted. Any other does until it is gone, also when it has ended: its volumes may
    /// still be mounted.
    public static boolean keeps(LeanPod pod, PersistentVolumeClaim claim) {
        return !pod.spec().nodeName().isEmpty() && refersTo(pod, claim, !isShutDown(pod));
    }

    /// Whether a pod that may still run refers to the claim, with or without a node.
    public static boolean mayBeUsedBy(LeanPod pod, PersistentVolumeClaim claim) {
        return !isTerminated(pod) && refersTo(pod, claim, true);
    }

    /// Has ended, or is being deleted and no container of it runs.
    public static boolean isTerminated(LeanPod pod) {
        var status = pod.status();
        return PodState.isFinished(pod)
                || (pod.isDeleting()
                        && isNoneRunning(status.initContainerStatuses())
                        && isNoneRunning(status.containerStatuses())
                        && isNoneRunning(status.ephemeralContainerStatuses()));
    }

    /// The kubelet is done with it, or it was deleted by force: it only waits for its finalizers, one of which may in
    /// turn wait for a claim that was made for it.
    private static boolean isShutDown(LeanPod pod) {
        return pod.isDeleting()
                && pod.metadata()
                        .deletionGracePeriodSeconds()
                        .filter(seconds -> seconds == 0)
                        .isPresent();
    }

    /// @param countsIfMadeForIt whether the claim of an ephemeral volume is meant, too
    private static boolean refersTo(LeanPod pod, PersistentVolumeClaim claim, boolean countsIfMadeForIt) {
        for (var volume : pod.spec().volumes()) {
            var source = volume.volumeSource();
            boolean isNamed = source.persistentVolumeClaim()
                    .filter(named -> named.claimName().equals(claim.name()))
                    .isPresent();
            if (isNamed && pod.namespace().equals(claim.namespace())) {
                return true;
            }
            if (countsIfMadeForIt
                    && source.ephemeral().isPresent()
                    && PodVolumeClaims.ephemeralClaim(pod, volume).equals(claim.key())
                    && PodVolumeClaims.isMadeFor(claim, pod)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNoneRunning(List<LeanContainerStatus> statuses) {
        return statuses.stream()
                .allMatch(status -> status.state().hasWaiting()
                        || status.state().terminated().isPresent());
    }
}
