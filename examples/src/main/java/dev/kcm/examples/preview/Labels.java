package dev.kcm.examples.preview;

/// Labels that users and other programs know, as upstream spells them.
final class Labels {
    static final String PREVIEW = "example.kcm.dev/preview";
    /// On a preview's pods.
    static final String PREVIEW_OF = "example.kcm.dev/preview-of";

    private Labels() {}
}
