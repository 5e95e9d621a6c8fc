package dev.kcm.examples.preview;

/// Reasons of the events of previews.
final class Reasons {
    static final String CREATED = "PreviewCreated";
    static final String FAILED = "PreviewFailed";
    static final String ENDED = "PreviewEnded";
    static final String INVALID = "InvalidPreview";

    private Reasons() {}
}
