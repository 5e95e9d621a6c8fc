package dev.kcm.model.lean;

import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.wire.Lists;
import dev.kcm.model.wire.Maps;
import dev.kcm.model.wire.Pool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Drops values no controller can tell the absence of, so that pods of one template share what is
/// left. The head of `pod-projection.tsv` gives the reason for each rule. Every lean type passes
/// its builder through here before it is made.
final class Trimming {
    private static final Set<String> CONDITIONS_WITH_TIME = Set.of("Ready", "DisruptionTarget");
    private static final Set<String> CONDITIONS_WITH_REASON = Set.of("DisruptionTarget", "PodResizePending");

    private Trimming() {}

    /// Most types keep all they have.
    static void trim(Object builder) {}

    static void trim(LeanPod.Builder pod) {
        ObjectMeta metadata = pod.metadata;
        if (!metadata.managedFields().isEmpty()
                || !LeanPod.ANNOTATIONS.containsAll(metadata.annotations().keySet())) {
            pod.metadata = metadata.toBuilder()
                    .annotations(kept(metadata.annotations()))
                    .managedFields(List.of())
                    .build();
        }
    }

    static void trim(LeanPodSpec.Builder spec) {
        Set<String> bare = bareVolumes(spec.volumes);
        if (!bare.isEmpty()) {
            spec.volumes = without(spec.volumes, Trimming::isBare);
            spec.containers = each(spec.containers, container -> withoutMounts(container, bare));
            spec.initContainers = each(spec.initContainers, container -> withoutMounts(container, bare));
            spec.ephemeralContainers = each(spec.ephemeralContainers, container -> withoutMounts(container, bare));
        }
        if (!spec.nodeName.isEmpty()
                && spec.affinity != null
                && spec.affinity.nodeAffinity().isPresent()) {
            spec.affinity = spec.affinity.withoutNodeAffinity();
        }
    }

    static void trim(LeanVolumeSource.Builder volume) {
        if (volume.projected != null && volume.projected.sources().isEmpty()) {
            volume.withoutProjected();
        }
    }

    static void trim(LeanProjectedVolumeSource.Builder projected) {
        projected.sources = without(projected.sources, LeanVolumeProjection.EMPTY::equals);
    }

    static void trim(LeanContainer.Builder container) {
        container.env = without(container.env, Trimming::namesNoSecret);
        container.envFrom = without(container.envFrom, LeanEnvFromSource.EMPTY::equals);
    }

    static void trim(LeanEphemeralContainerCommon.Builder container) {
        container.env = without(container.env, Trimming::namesNoSecret);
        container.envFrom = without(container.envFrom, LeanEnvFromSource.EMPTY::equals);
    }

    static void trim(LeanNodeSelector.Builder selector) {
        selector.nodeSelectorTerms = without(selector.nodeSelectorTerms, LeanNodeSelectorTerm.EMPTY::equals);
    }

    static void trim(LeanPodAffinity.Builder affinity) {
        affinity.requiredDuringSchedulingIgnoredDuringExecution =
                without(affinity.requiredDuringSchedulingIgnoredDuringExecution, LeanPodAffinityTerm.EMPTY::equals);
        affinity.preferredDuringSchedulingIgnoredDuringExecution = without(
                affinity.preferredDuringSchedulingIgnoredDuringExecution, LeanWeightedPodAffinityTerm.EMPTY::equals);
    }

    static void trim(LeanPodAntiAffinity.Builder affinity) {
        affinity.requiredDuringSchedulingIgnoredDuringExecution =
                without(affinity.requiredDuringSchedulingIgnoredDuringExecution, LeanPodAffinityTerm.EMPTY::equals);
        affinity.preferredDuringSchedulingIgnoredDuringExecution = without(
                affinity.preferredDuringSchedulingIgnoredDuringExecution, LeanWeightedPodAffinityTerm.EMPTY::equals);
    }

    static void trim(LeanPodCondition.Builder condition) {
        if (!CONDITIONS_WITH_TIME.contains(condition.type)) {
            condition.withoutLastTransitionTime();
        }
        if (!CONDITIONS_WITH_REASON.contains(condition.type)) {
            condition.reason("");
        }
    }

    private static boolean isBare(LeanVolume volume) {
        return volume.volumeSource().equals(LeanVolumeSource.EMPTY);
    }

    private static boolean namesNoSecret(LeanEnvVar variable) {
        return variable.valueFrom().flatMap(LeanEnvVarSource::secretKeyRef).isEmpty();
    }

    private static LeanContainer withoutMounts(LeanContainer container, Set<String> volumes) {
        List<LeanVolumeMount> kept = without(container.volumeMounts(), mount -> volumes.contains(mount.name()));
        return kept.size() == container.volumeMounts().size()
                ? container
                : Pool.shared().share(container.withVolumeMounts(kept));
    }

    private static LeanEphemeralContainer withoutMounts(LeanEphemeralContainer container, Set<String> volumes) {
        List<LeanVolumeMount> kept = without(container.volumeMounts(), mount -> volumes.contains(mount.name()));
        return container.withEphemeralContainerCommon(
                container.ephemeralContainerCommon().withVolumeMounts(kept));
    }

    private static Map<String, String> kept(Map<String, String> annotations) {
        Map<String, String> kept = Maps.nil();
        for (String key : LeanPod.ANNOTATIONS) {
            String value = annotations.get(key);
            if (value != null) {
                kept = Maps.put(kept, key, value);
            }
        }
        return kept;
    }

    private static Set<String> bareVolumes(List<LeanVolume> volumes) {
        Set<String> names = new HashSet<>();
        for (LeanVolume volume : volumes) {
            if (isBare(volume)) {
                names.add(volume.name());
            }
        }
        return names;
    }

    private static <T> List<T> without(List<T> list, Predicate<T> dropped) {
        for (int at = 0; at < list.size(); at++) {
            if (dropped.test(list.get(at))) {
                return kept(list, at, dropped);
            }
        }
        return list;
    }

    /// The elements that stay, when the first that does not is at `from`.
    private static <T> List<T> kept(List<T> list, int from, Predicate<T> dropped) {
        List<T> kept = Lists.nil();
        for (int at = 0; at < list.size(); at++) {
            T element = list.get(at);
            if (at < from || (at > from && !dropped.test(element))) {
                kept = Lists.add(kept, element);
            }
        }
        return kept;
    }

    private static <T> List<T> each(List<T> list, UnaryOperator<T> change) {
        if (list.isEmpty()) {
            return list;
        }
        List<T> changed = new ArrayList<>(list);
        changed.replaceAll(change);
        return Pool.shared().shareList(List.copyOf(changed));
    }
}
