package dev.kcm.controllers.shared.backends;

/// Annotations that users and other programs know, as upstream spells them.
public final class Annotations {
    /// The annotation that says when the change happened that a write of endpoints is about.
    public static final String TRIGGER_TIME = "endpoints.kubernetes.io/last-change-trigger-time";
    /// The annotation on Endpoints that are somebody's lock and never had a Service.
    public static final String LEADER = "control-plane.alpha.kubernetes.io/leader";

    private Annotations() {}
}
