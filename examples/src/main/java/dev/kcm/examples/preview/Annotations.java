package dev.kcm.examples.preview;

/// Annotations of previews.
final class Annotations {
    static final String STATUS = "example.kcm.dev/status";

    private Annotations() {}
}
