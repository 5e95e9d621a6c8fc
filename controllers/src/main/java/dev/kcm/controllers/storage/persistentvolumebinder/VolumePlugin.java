package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.runtime.disk.DiskChange;
import java.util.Optional;

/// One sort of volume that this program itself scrubs, and perhaps makes and deletes. Pure: what is to be done comes
/// back as data.
interface VolumePlugin {
    String name();

    /// Whether a volume is of this sort.
    boolean supports(PersistentVolume volume);

    /// The pod that deletes what is on a volume.
    Pod recycler(PersistentVolume volume);

    default Optional<Provisioner> provisioner() {
        return Optional.empty();
    }

    default Optional<Deleter> deleter() {
        return Optional.empty();
    }

    /// Makes volumes.
    interface Provisioner {
        /// Why it makes none at all.
        Optional<String> disabledReason();

        /// Why it makes none for this claim.
        Optional<String> refusal(PersistentVolumeClaim claim);

        /// A volume of the claim's size and modes, without a name.
        Provisioned provision(PersistentVolumeClaim claim);
    }

    /// @param change makes what is behind the volume
    record Provisioned(DiskChange change, PersistentVolume volume) {}

    /// Deletes what is behind volumes.
    interface Deleter {
        /// Why it does not delete this one.
        Optional<String> refusal(PersistentVolume volume);

        DiskChange deletion(PersistentVolume volume);
    }
}
