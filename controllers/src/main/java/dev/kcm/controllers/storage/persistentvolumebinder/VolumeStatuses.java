package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.Optional;

/// The status of a volume in a phase. A phase that it is in already is not written again, whatever the message.
final class VolumeStatuses {
    private VolumeStatuses() {}

    static Optional<Step.Write> write(PersistentVolume volume, String phase, String message) {
        return volume.status().phase().equals(phase)
                ? Optional.empty()
                : Optional.of(Step.updateStatus(
                        volume.withStatus(status -> status.phase(phase).message(message)), Step.Urgency.NOW));
    }

    static Plan phase(PersistentVolume volume, String phase, String why) {
        return write(volume, phase, "").map(write -> Plan.of(why, write)).orElseGet(() -> Plan.nothing(why));
    }

    /// Failed, with an event that says why; nothing where it is already.
    static Plan failed(PersistentVolume volume, String reason, String message) {
        return write(volume, Phases.FAILED, message)
                .map(write -> Plan.of(message, write, Step.warning(volume.ref(), reason, message)))
                .orElseGet(() -> Plan.nothing(message));
    }
}
