package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.controllers.shared.volumes.PodVolumeClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The pods on nodes, and what each of them wants attached. Volumes come to a pod as its claims are bound, and go with
/// it or when their driver no longer wants them attached. Belongs to the loop's thread.
final class PodTracker {
    /// @param volumes what it wants, by name
    /// @param plugins whose volumes it has, for metrics
    private record Tracked(LeanPod pod, Map<String, AttachableVolume> volumes, List<String> plugins) {}

    private final VolumeCatalogue catalogue;
    private final StoragePicture picture;
    private final AttachMetrics metrics;
    private final Map<ObjectKey, Tracked> tracked = new HashMap<>();
    private final Map<ObjectKey, Set<ObjectKey>> byClaim = new HashMap<>();
    private final Map<String, Set<ObjectKey>> byNode = new HashMap<>();

    PodTracker(VolumeCatalogue catalogue, StoragePicture picture, AttachMetrics metrics) {
        this.catalogue = catalogue;
        this.picture = picture;
        this.metrics = metrics;
    }

    /// The volumes of which more or less is wanted than before.
    Set<String> show(LeanPod pod) {
        var touched = new HashSet<String>();
        var known = tracked.get(pod.key());
        if (known != null && !known.pod().uid().equals(pod.uid())) {
            touched.addAll(gone(known.pod()));
            known = null;
        }
        var volumes = known == null ? new TreeMap<String, AttachableVolume>() : known.volumes();
        var plugins = catalogue.plugins(pod);
        if (known != null) {
            count(known, -1);
        }
        var now = new Tracked(pod, volumes, plugins);
        count(now, 1);
        tracked.put(pod.key(), now);
        PodVolumeClaims.of(pod)
                .forEach(claim ->
                        byClaim.computeIfAbsent(claim, _ -> new HashSet<>()).add(pod.key()));
        byNode.computeIfAbsent(pod.spec().nodeName(), _ -> new HashSet<>()).add(pod.key());
        touched.addAll(isTerminated(pod) ? dropAll(now) : update(now));
        return touched;
    }

    Set<String> gone(LeanPod pod) {
        var known = tracked.remove(pod.key());
        if (known == null) {
            return Set.of();
        }
        count(known, -1);
        PodVolumeClaims.of(known.pod()).forEach(claim -> remove(byClaim, claim, pod.key()));
        remove(byNode, known.pod().spec().nodeName(), pod.key());
        return dropAll(known);
    }

    Set<String> claimChanged(ObjectKey claim) {
        return again(byClaim.getOrDefault(claim, Set.of()));
    }

    Set<String> nodeManaged(String node) {
        return again(byNode.getOrDefault(node, Set.of()));
    }

    Set<String> driversChanged() {
        return again(tracked.keySet());
    }

    private Set<String> again(Set<ObjectKey> pods) {
        var touched = new HashSet<String>();
        for (var key : Set.copyOf(pods)) {
            var known = tracked.get(key);
            if (known != null) {
                touched.addAll(show(known.pod()));
            }
        }
        return touched;
    }

    private Set<String> update(Tracked pod) {
        var node = pod.pod().spec().nodeName();
        if (!picture.node(node).isManaged()) {
            return Set.of();
        }
        var touched = new HashSet<String>();
        for (var volume : List.copyOf(pod.volumes().values())) {
            if (!catalogue.isToBeAttached(volume)) {
                drop(pod, volume.name());
                touched.add(volume.name());
            }
        }
        for (var volume : catalogue.attachable(pod.pod())) {
            pod.volumes().putIfAbsent(volume.name(), volume);
            picture.desired().add(volume, node, pod.pod());
            picture.actual().describeIfUnknown(volume);
            touched.add(volume.name());
        }
        return touched;
    }

    private Set<String> dropAll(Tracked pod) {
        var names = Set.copyOf(pod.volumes().keySet());
        names.forEach(name -> drop(pod, name));
        return names;
    }

    private void drop(Tracked pod, String volume) {
        pod.volumes().remove(volume);
        picture.desired().remove(volume, pod.pod().spec().nodeName(), pod.pod().uid());
    }

    private void count(Tracked pod, int change) {
        pod.plugins().forEach(plugin -> metrics.used(pod.pod().spec().nodeName(), plugin, change));
    }

    private static <K> void remove(Map<K, Set<ObjectKey>> index, K key, ObjectKey pod) {
        index.computeIfPresent(key, (_, pods) -> {
            pods.remove(pod);
            return pods.isEmpty() ? null : pods;
        });
    }

    /// Has ended, or is being deleted and no container of it runs.
    static boolean isTerminated(LeanPod pod) {
        var status = pod.status();
        return status.phase().equals("Succeeded")
                || status.phase().equals("Failed")
                || (pod.isDeleting()
                        && isNoneRunning(status.initContainerStatuses())
                        && isNoneRunning(status.containerStatuses())
                        && isNoneRunning(status.ephemeralContainerStatuses()));
    }

    private static boolean isNoneRunning(List<LeanContainerStatus> statuses) {
        return statuses.stream()
                .allMatch(
                        it -> it.state().hasWaiting() || it.state().terminated().isPresent());
    }
}
