package dev.kcm.controllers.workload.job;

/// Labels that users and other programs know, as upstream spells them.
final class Labels {
    static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";
    static final String OLD_CONTROLLER_UID = "controller-uid";

    private Labels() {}
}
