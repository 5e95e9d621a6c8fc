package dev.kcm.cluster.storage;

import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.runtime.cache.Index;
import java.util.List;

/// Volume attachments by the PersistentVolume they are about.
final class AttachmentIndex {
    static final Index<VolumeAttachment> BY_VOLUME = new Index<>(
            VolumeAttachment.VOLUME_ATTACHMENTS,
            "volume",
            attachment -> attachment
                    .spec()
                    .source()
                    .persistentVolumeName()
                    .map(List::of)
                    .orElse(List.of()));

    private AttachmentIndex() {}
}
