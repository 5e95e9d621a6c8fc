package dev.kcm.examples.preview;

/// Annotations that users and other programs know, as upstream spells them.
final class Annotations {
    static final String STATUS = "example.kcm.dev/status";

    private Annotations() {}
}
