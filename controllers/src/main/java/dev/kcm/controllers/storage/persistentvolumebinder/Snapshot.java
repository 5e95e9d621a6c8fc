package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.storage.v1.StorageClass;
import java.util.List;
import java.util.Optional;

/// Everything a decision about one claim or one volume needs.
sealed interface Snapshot {

    /// @param named the volume that the claim names, if it names one and there is such
    /// @param match the volume found for a claim that names none
    /// @param storageClass the class that it wants, if there is such
    /// @param defaultClass the class that a claim without a choice gets
    /// @param waitingPods the names of pods that use it and have no node yet, sorted
    /// @param nodeExists whether there is the node that the scheduler selected for it
    record OfClaim(
            PersistentVolumeClaim claim,
            Optional<PersistentVolume> named,
            Optional<PersistentVolume> match,
            Optional<StorageClass> storageClass,
            Optional<String> defaultClass,
            List<String> waitingPods,
            boolean nodeExists)
            implements Snapshot {
        public OfClaim {
            waitingPods = List.copyOf(waitingPods);
        }

        boolean isDelayed() {
            return storageClass
                    .flatMap(StorageClass::volumeBindingMode)
                    .filter("WaitForFirstConsumer"::equals)
                    .isPresent();
        }

        boolean isBindCompleted() {
            return Annotations.has(claim, Annotations.BIND_COMPLETED);
        }
    }

    /// @param claim the very claim that the volume is bound to, if that still exists
    /// @param users keys of pods that use a claim of that name and have not ended, sorted
    /// @param recycler the pod that scrubs it, if there is one of that name
    /// @param startedRecycler the uid of the pod that was created here to scrub it
    /// @param recyclerMessage what the pod says of its end
    record OfVolume(
            PersistentVolume volume,
            Optional<PersistentVolumeClaim> claim,
            List<String> users,
            Optional<LeanPod> recycler,
            Optional<String> startedRecycler,
            String recyclerMessage)
            implements Snapshot {
        public OfVolume {
            users = List.copyOf(users);
        }

        boolean isReleasedOrFailed() {
            var phase = volume.status().phase();
            return phase.equals(Phases.RELEASED) || phase.equals(Phases.FAILED);
        }
    }
}
