package dev.kcm.controllers.workload.deployment;

/// Labels that users and other programs know, as upstream spells them.
final class Labels {
    static final String TEMPLATE_HASH = "pod-template-hash";

    private Labels() {}
}
