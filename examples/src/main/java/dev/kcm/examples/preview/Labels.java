package dev.kcm.examples.preview;

/// Labels of previews and their pods.
final class Labels {
    static final String PREVIEW = "example.kcm.dev/preview";
    /// On a preview's pods.
    static final String PREVIEW_OF = "example.kcm.dev/preview-of";

    private Labels() {}
}
