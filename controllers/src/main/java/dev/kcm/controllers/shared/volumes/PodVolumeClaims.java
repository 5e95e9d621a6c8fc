package dev.kcm.controllers.shared.volumes;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanVolume;
import dev.kcm.runtime.cache.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which claims the volumes of a pod stand for.
public final class PodVolumeClaims {
    /// Pods, whatever their phase and node, by the key of each claim of theirs.
    public static final Index<LeanPod> PODS_BY_CLAIM = new Index<>(LeanPod.PODS, "volume claim", PodVolumeClaims::of);

    private PodVolumeClaims() {}

    /// The claims that its volumes name, and those that are made for it; each once.
    public static List<ObjectKey> of(LeanPod pod) {
        var volumes = pod.spec().volumes();
        if (volumes.isEmpty()) {
            return List.of();
        }
        var claims = new ArrayList<ObjectKey>(volumes.size());
        for (var volume : volumes) {
            claimOf(pod, volume).filter(claim -> !claims.contains(claim)).ifPresent(claims::add);
        }
        return claims;
    }

    /// The claim behind one volume, if it has one.
    public static Optional<ObjectKey> claimOf(LeanPod pod, LeanVolume volume) {
        var source = volume.volumeSource();
        return source.persistentVolumeClaim()
                .map(named -> ObjectKey.of(pod.namespace(), named.claimName()))
                .or(() -> source.ephemeral().map(_ -> ephemeralClaim(pod, volume)));
    }

    /// The claim that is made for an ephemeral volume.
    public static ObjectKey ephemeralClaim(LeanPod pod, LeanVolume volume) {
        return ObjectKey.of(pod.namespace(), pod.name() + "-" + volume.name());
    }

    /// Whether a claim with the name of an ephemeral volume's was made for this pod, and not for another, or by a user.
    public static boolean isMadeFor(KubeObject claim, LeanPod pod) {
        return claim.namespace().equals(pod.namespace()) && OwnerReferences.isControlledBy(claim, pod);
    }

    /// What is wrong with one that was not.
    public static String notMadeFor(LeanPod pod, ObjectKey claim) {
        return "PVC %s was not created for pod %s (pod is not owner)".formatted(claim, pod.key());
    }
}
