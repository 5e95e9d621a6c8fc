package dev.kcm.conformance.cloud;

/// What the scenarios of clouds have in common.
final class Clouds {
    /// Why they run on the embedded cluster only.
    static final String NEEDS_CLOUD = "needs a cloud; upstream's manager does not run this controller";

    private Clouds() {}
}
