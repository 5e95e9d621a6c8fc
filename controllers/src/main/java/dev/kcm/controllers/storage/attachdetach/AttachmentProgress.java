package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.model.storage.v1.VolumeError;
import java.util.Optional;

/// How far the attacher is with a VolumeAttachment.
sealed interface AttachmentProgress {
    record Done() implements AttachmentProgress {}

    record Failed(String message) implements AttachmentProgress {}

    record Waiting() implements AttachmentProgress {}

    /// One that is not there is waited for: the cache may be behind.
    static AttachmentProgress attaching(Optional<VolumeAttachment> attachment) {
        if (attachment.isEmpty()) {
            return new Waiting();
        }
        if (attachment.get().isDeleting()) {
            return new Failed("volume attachment is being deleted");
        }
        var status = attachment.get().status();
        return status.attached() ? new Done() : failure(status.attachError());
    }

    static AttachmentProgress detaching(Optional<VolumeAttachment> attachment) {
        return attachment.isEmpty()
                ? new Done()
                : failure(attachment.get().status().detachError());
    }

    private static AttachmentProgress failure(Optional<VolumeError> error) {
        return error.<AttachmentProgress>map(it -> new Failed(it.message())).orElseGet(Waiting::new);
    }
}
