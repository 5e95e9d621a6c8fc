package dev.kcm.controllers.shared.backends;

/// Labels that users and other programs know, as upstream spells them.
public final class Labels {
    /// The label on endpoints of Services without an address of their own.
    public static final String HEADLESS = "service.kubernetes.io/headless";

    private Labels() {}
}
