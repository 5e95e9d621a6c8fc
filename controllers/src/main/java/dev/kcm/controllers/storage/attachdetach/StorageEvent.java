package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.runtime.plan.Outcomes;
import java.util.List;

/// What the controller hears.
sealed interface StorageEvent {
    record PodChanged(LeanPod pod) implements StorageEvent {}

    record PodGone(LeanPod pod) implements StorageEvent {}

    record NodeChanged(Node node) implements StorageEvent {}

    record NodeGone(Node node) implements StorageEvent {}

    record ClaimChanged(PersistentVolumeClaim claim) implements StorageEvent {}

    record ClaimGone(PersistentVolumeClaim claim) implements StorageEvent {}

    record VolumeChanged(PersistentVolume volume) implements StorageEvent {}

    record VolumeGone(PersistentVolume volume) implements StorageEvent {}

    record DriverChanged(CSIDriver driver) implements StorageEvent {}

    record DriverGone(CSIDriver driver) implements StorageEvent {}

    record AttachmentChanged(VolumeAttachment attachment) implements StorageEvent {}

    record AttachmentGone(VolumeAttachment attachment) implements StorageEvent {}

    record Listed(Resource<?> resource) implements StorageEvent {}

    /// Something about the volume was to be looked at now.
    record VolumeDue(String volume) implements StorageEvent {}

    /// The attacher has had its time.
    record TimeIsUp(Operation operation) implements StorageEvent {}

    /// A VolumeAttachment was created or deleted, or not.
    record RequestAnswered(Operation operation, Outcomes outcomes) implements StorageEvent {}

    /// @param names what its status was to say
    /// @param detaches those that waited for it
    record NodeWritten(String node, List<String> names, List<Operation> detaches, Outcomes outcomes)
            implements StorageEvent {}

    record NodeDue(String node) implements StorageEvent {}

    /// It is time to compare what is attached with what the attachments say.
    record VerifyDue() implements StorageEvent {}

    record Reported() implements StorageEvent {}
}
