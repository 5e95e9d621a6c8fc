package dev.kcm.examples.preview;

/// What users read and write.
final class Words {
    static final String LABEL = "example.kcm.dev/preview";
    static final String STATUS = "example.kcm.dev/status";

    /// On a preview's pods.
    static final String PREVIEW_OF = "example.kcm.dev/preview-of";

    static final String CREATED = "PreviewCreated";
    static final String FAILED = "PreviewFailed";
    static final String ENDED = "PreviewEnded";
    static final String INVALID = "InvalidPreview";

    private Words() {}
}
