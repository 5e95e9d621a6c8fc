package dev.kcm.controllers.housekeeping.namespace;

/// Words that upstream's users know.
final class Words {
    static final String FINALIZER = "kubernetes";
    static final String TERMINATING = "Terminating";

    private Words() {}
}
