package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.Optional;

/// Scrubs a released volume with a pod and makes it available again.
///
/// Only a pod that was created here, in this run of the program, is believed: anybody who may create pods could leave
/// one of the right name that has succeeded. Another's is deleted, and the volume scrubbed anew. The pod goes before
/// the volume is handed on, so that none is taken for the proof of a later scrubbing.
final class Recycling {
    Plan decide(Snapshot.OfVolume snapshot, Optional<VolumePlugin> plugin) {
        var volume = snapshot.volume();
        if (!snapshot.users().isEmpty()) {
            var message = "Volume is used by pods: " + String.join(",", snapshot.users());
            return Plan.of(message, Step.event(volume.ref(), Reasons.FAILED_RECYCLE, message));
        }
        if (plugin.isEmpty()) {
            return VolumeStatuses.failed(volume, Reasons.FAILED_RECYCLE, "No recycler plugin found for the volume!");
        }
        return snapshot.recycler()
                .map(pod -> watched(snapshot, pod))
                .orElseGet(() -> Plan.of(
                        "a pod is created to scrub it", Step.create(plugin.get().recycler(volume))));
    }

    private static Plan watched(Snapshot.OfVolume snapshot, LeanPod pod) {
        var volume = snapshot.volume();
        if (pod.isDeleting()) {
            return Plan.nothing("it waits for pod %s to be gone".formatted(pod.key()));
        }
        if (!snapshot.startedRecycler().equals(Optional.of(pod.uid()))) {
            return Plan.of("pod %s was not created for this".formatted(pod.key()), Step.delete(pod));
        }
        return switch (pod.status().phase()) {
            case PodState.SUCCEEDED -> recycled(volume, pod);
            case PodState.FAILED ->
                Plan.of("pod %s has failed".formatted(pod.key()), Step.delete(pod))
                        .then(VolumeStatuses.failed(
                                volume, Reasons.FAILED_RECYCLE, "Recycle failed: " + snapshot.recyclerMessage()));
            default -> Plan.nothing("pod %s scrubs it".formatted(pod.key()));
        };
    }

    private static Plan recycled(PersistentVolume volume, LeanPod pod) {
        return Plan.of(
                        "pod %s has scrubbed it".formatted(pod.key()),
                        Step.delete(pod),
                        Step.event(volume.ref(), Reasons.RECYCLED, "Volume recycled"))
                .then(Unbinding.of(volume, "it is unbound").plan());
    }
}
