package dev.kcm.examples.preview;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String CREATED = "PreviewCreated";
    static final String FAILED = "PreviewFailed";
    static final String ENDED = "PreviewEnded";
    static final String INVALID = "InvalidPreview";

    private Reasons() {}
}
