package dev.kcm.cluster.nodes;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.runtime.cache.Index;
import java.util.List;
import java.util.Optional;

/// The claims that pods use.
public final class PodClaims {
    /// Pods by the keys of their claims.
    public static final Index<Pod> INDEX = new Index<>(Pod.PODS, "volume-claim", PodClaims::of);

    private PodClaims() {}

    public static List<ObjectKey> of(Pod pod) {
        return pod.spec().volumes().stream()
                .flatMap(volume -> claim(pod, volume).stream())
                .map(name -> ObjectKey.of(pod.namespace(), name))
                .toList();
    }

    private static Optional<String> claim(Pod pod, Volume volume) {
        var source = volume.volumeSource();
        return source.ephemeral().isPresent()
                ? Optional.of(pod.name() + "-" + volume.name())
                : source.persistentVolumeClaim().map(it -> it.claimName());
    }
}
