package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;

/// The versions this controller left volumes at. A volume that was given to one claim a moment ago is still available
/// in the cache; no other claim may choose it by that, though the server would refuse it.
final class WrittenVolumes {
    private final Memory<Long> versions = new Memory<>();

    void keep(Outcomes outcomes) {
        for (var outcome : outcomes.all()) {
            if (outcome instanceof Outcome.Applied applied
                    && applied.step().resource().equals(PersistentVolume.PERSISTENT_VOLUMES)
                    && !applied.step().isDelete()
                    && !applied.resourceVersion().isEmpty()) {
                versions.keep(applied.step().key(), Long.parseLong(applied.resourceVersion()));
            }
        }
    }

    /// Whether it was changed here since it was as the cache shows it.
    boolean isBehind(PersistentVolume volume) {
        var written = versions.of(volume.key());
        if (written.isEmpty()) {
            return false;
        }
        boolean isBehind = Long.parseLong(volume.resourceVersion()) < written.get();
        if (!isBehind) {
            versions.forget(volume.key());
        }
        return isBehind;
    }

    void forget(ObjectKey volume) {
        versions.forget(volume);
    }
}
