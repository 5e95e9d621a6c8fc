package dev.kcm.controllers.storage.expander;

/// What claims and volumes are marked with, in upstream's words.
final class Annotations {
    /// On a claim: who expands its volume.
    static final String RESIZER = "volume.kubernetes.io/storage-resizer";

    /// On a volume that was expanded and whose file system was not: what its claim had before.
    static final String PRE_RESIZE_CAPACITY = "volume.alpha.kubernetes.io/pre-resize-capacity";

    private Annotations() {}
}
