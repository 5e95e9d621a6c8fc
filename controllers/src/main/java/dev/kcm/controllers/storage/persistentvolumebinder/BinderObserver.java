package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.controllers.shared.volumes.PodVolumeClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads what a decision about a claim or a volume needs.
///
/// A volume that the cache shows older than it was left here is not decided about. That a claim is gone is believed
/// only if the server says so, too, and what is destroyed by this program is read from the server right before.
final class BinderObserver {
    private final LiveReads live;
    private final Reclaim reclaim;
    private final VolumePlugins plugins;
    private final WrittenVolumes written = new WrittenVolumes();

    /// The uids of pods that were started here, by volume.
    private final Memory<String> recyclers = new Memory<>();

    BinderObserver(LiveReads live, Reclaim reclaim, VolumePlugins plugins) {
        this.live = live;
        this.reclaim = reclaim;
        this.plugins = plugins;
    }

    void keep(Snapshot snapshot, Outcomes outcomes) {
        written.keep(outcomes);
        if (snapshot instanceof Snapshot.OfVolume of) {
            for (var outcome : outcomes.all()) {
                if (outcome instanceof Outcome.Applied applied && applied.step().isCreate()) {
                    recyclers.keep(of.volume().key(), applied.uid());
                }
            }
        }
    }

    // ---- claims

    Observation<Snapshot> claim(ObjectKey key, Caches caches) {
        var found = caches.find(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var claim = found.get();
        var volumes = caches.of(PersistentVolume.PERSISTENT_VOLUMES);
        var name = claim.spec().volumeName();
        var named = name.isEmpty() ? Optional.<PersistentVolume>empty() : volumes.find(ObjectKey.of(name));
        if (named.filter(written::isBehind).isPresent()) {
            return new Observation.Stale<>("the caches to show volume " + name);
        }
        var storageClass = StorageClasses.of(claim, caches);
        boolean isDelayed = storageClass
                .flatMap(it -> it.volumeBindingMode())
                .filter("WaitForFirstConsumer"::equals)
                .isPresent();
        boolean isOpen = name.isEmpty() && !Annotations.has(claim, Annotations.BIND_COMPLETED);
        return new Observation.Observed<>(new Snapshot.OfClaim(
                claim,
                named,
                isOpen ? AvailableVolumes.matching(claim, isDelayed, volumes, written) : Optional.empty(),
                storageClass,
                isOpen && !StorageFacts.choosesClass(claim) ? StorageClasses.defaultOne(caches) : Optional.empty(),
                isOpen && isDelayed ? waitingPods(claim, caches) : List.of(),
                selectedNodeExists(claim, caches)));
    }

    private static boolean selectedNodeExists(PersistentVolumeClaim claim, Caches caches) {
        var node = claim.annotations().get(Annotations.SELECTED_NODE);
        return node != null && caches.find(Node.NODES, ObjectKey.of(node)).isPresent();
    }

    private static List<String> waitingPods(PersistentVolumeClaim claim, Caches caches) {
        return usersOf(claim.key(), caches)
                .filter(pod -> pod.spec().nodeName().isEmpty())
                .map(LeanPod::name)
                .sorted()
                .toList();
    }

    // ---- volumes

    Observation<Snapshot> volume(ObjectKey key, Caches caches) {
        var found = caches.find(PersistentVolume.PERSISTENT_VOLUMES, key);
        if (found.isEmpty()) {
            written.forget(key);
            recyclers.forget(key);
            return new Observation.Gone<>();
        }
        var volume = found.get();
        if (written.isBehind(volume)) {
            return new Observation.Stale<>("the caches to show volume " + volume.name());
        }
        var claim = boundClaim(volume, caches);
        boolean isOurs = claim.filter(
                        it -> names(it, volume) || it.spec().volumeName().isEmpty())
                .isPresent();
        if (!isOurs && isBound(volume) && reclaim.isDestroyedHere(volume) && !isStillReleased(volume)) {
            return new Observation.Stale<>(
                    "the caches to show volume %s and its claim as the server has them".formatted(volume.name()));
        }
        return new Observation.Observed<>(
                isOurs || !volume.spec().persistentVolumeReclaimPolicy().equals("Recycle")
                        ? new Snapshot.OfVolume(volume, claim, List.of(), Optional.empty(), Optional.empty(), "")
                        : recycled(volume, claim, caches));
    }

    private static boolean isBound(PersistentVolume volume) {
        return !volume.spec().claimRef().map(ObjectReference::uid).orElse("").isEmpty();
    }

    private static boolean names(PersistentVolumeClaim claim, PersistentVolume volume) {
        return claim.spec().volumeName().equals(volume.name());
    }

    /// The claim with the very uid that the volume is bound to. One that the cache lacks may be new; once the volume
    /// was found released, that is no longer asked.
    private Optional<PersistentVolumeClaim> boundClaim(PersistentVolume volume, Caches caches) {
        if (!isBound(volume)) {
            return Optional.empty();
        }
        var reference = volume.spec().claimRef().orElseThrow();
        var key = ObjectKey.of(reference.namespace(), reference.name());
        var cached = caches.find(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, key);
        var phase = volume.status().phase();
        if (cached.isEmpty() && (phase.equals(Phases.RELEASED) || phase.equals(Phases.FAILED))) {
            return Optional.empty();
        }
        return cached.filter(it -> it.uid().equals(reference.uid()))
                .or(() -> live.get(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, key)
                        .filter(it -> it.uid().equals(reference.uid())));
    }

    private boolean isStillReleased(PersistentVolume volume) {
        var reference = volume.spec().claimRef().orElseThrow();
        boolean isSame = live.get(PersistentVolume.PERSISTENT_VOLUMES, volume.key())
                .filter(it ->
                        it.uid().equals(volume.uid()) && it.resourceVersion().equals(volume.resourceVersion()))
                .isPresent();
        return isSame
                && live.get(
                                PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
                                ObjectKey.of(reference.namespace(), reference.name()))
                        .filter(it -> it.uid().equals(reference.uid()) && names(it, volume))
                        .isEmpty();
    }

    private Snapshot.OfVolume recycled(PersistentVolume volume, Optional<PersistentVolumeClaim> claim, Caches caches) {
        var reference = volume.spec().claimRef();
        var claimKey = reference.map(it -> ObjectKey.of(it.namespace(), it.name()));
        var isNameFree = claimKey.filter(it -> caches.find(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, it)
                        .isEmpty())
                .isPresent();
        var pod = plugins.of(volume)
                .map(plugin -> plugin.recycler(volume).key())
                .flatMap(key -> caches.find(LeanPod.PODS, key));
        return new Snapshot.OfVolume(
                volume,
                claim,
                isNameFree
                        ? usersOf(claimKey.orElseThrow(), caches)
                                .map(it -> it.key().toString())
                                .sorted()
                                .toList()
                        : List.of(),
                pod,
                recyclers.of(volume.key()),
                pod.filter(it -> it.status().phase().equals(PodState.FAILED))
                        .map(this::message)
                        .orElse(""));
    }

    /// What the pod itself says; pods are cached without their messages.
    private String message(LeanPod pod) {
        return live.get(Pod.PODS, pod.key())
                .map(it -> it.status().message())
                .filter(it -> !it.isEmpty())
                .orElse("pod failed, pod.Status.Message unknown");
    }

    private static Stream<LeanPod> usersOf(ObjectKey claim, Caches caches) {
        return caches.of(LeanPod.PODS).byIndex(PodVolumeClaims.PODS_BY_CLAIM, claim).stream()
                .filter(pod -> !isTerminated(pod));
    }

    /// Ended, or going with none of its containers running any more.
    private static boolean isTerminated(LeanPod pod) {
        return PodState.isFinished(pod)
                || (pod.isDeleting()
                        && Stream.of(
                                        pod.status().initContainerStatuses(),
                                        pod.status().containerStatuses(),
                                        pod.status().ephemeralContainerStatuses())
                                .flatMap(List::stream)
                                .noneMatch(BinderObserver::isRunning));
    }

    private static boolean isRunning(LeanContainerStatus container) {
        return container.state().terminated().isEmpty() && !container.state().hasWaiting();
    }
}
