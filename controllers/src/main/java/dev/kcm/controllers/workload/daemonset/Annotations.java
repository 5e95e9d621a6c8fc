package dev.kcm.controllers.workload.daemonset;

/// Annotations of DaemonSets, as upstream spells them.
final class Annotations {
    /// How often the template has changed; the API server counts.
    static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    private Annotations() {}
}
