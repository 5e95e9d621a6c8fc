package dev.kcm.controllers.network.backends;

/// Names that users and other programs know, as upstream spells them.
public final class Words {
    /// The annotation that says when the change happened that a write of endpoints is about.
    public static final String TRIGGER_TIME = "endpoints.kubernetes.io/last-change-trigger-time";

    /// The label on endpoints of Services without an address of their own.
    public static final String HEADLESS = "service.kubernetes.io/headless";

    /// The annotation on Endpoints that are somebody's lock and never had a Service.
    public static final String LEADER = "control-plane.alpha.kubernetes.io/leader";

    static final String EXTERNAL_NAME = "ExternalName";
    static final String NO_CLUSTER_IP = "None";
    static final String ALWAYS = "Always";

    private Words() {}
}
