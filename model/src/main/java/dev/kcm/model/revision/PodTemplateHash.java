package dev.kcm.model.revision;

import dev.kcm.model.Names;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.json.Json;
import java.util.Optional;

/// The short hash of a pod template in the names of ReplicaSets and of DaemonSet revisions.
public final class PodTemplateHash {
    private PodTemplateHash() {}

    /// Upstream's hash of `template`; the collision count, once there is one, makes it another.
    public static String of(PodTemplateSpec template, Optional<Integer> collisionCount) {
        return of(Templates.tree(template), collisionCount);
    }

    static String of(Json template, Optional<Integer> collisionCount) {
        var hash = Fnv.mixingFirst().add(GoDump.ofPodTemplate(template));
        collisionCount.ifPresent(count -> hash.add(littleEndian(count)));
        return Names.safelyEncoded(hash.toString());
    }

    /// Four bytes of the count, lowest first, and four of nothing.
    private static byte[] littleEndian(int count) {
        return new byte[] {(byte) count, (byte) (count >> 8), (byte) (count >> 16), (byte) (count >> 24), 0, 0, 0, 0};
    }
}
