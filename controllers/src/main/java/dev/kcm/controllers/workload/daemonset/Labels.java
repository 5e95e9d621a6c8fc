package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.revision.ControllerRevisions;

/// Labels of pods and revisions, as upstream spells them.
final class Labels {
    /// The hash of the revision a pod was made from, or a revision is.
    static final String REVISION = ControllerRevisions.POD_HASH_LABEL;

    /// How often the template had changed when the pod was made from it.
    static final String TEMPLATE_GENERATION = "pod-template-generation";

    private Labels() {}
}
