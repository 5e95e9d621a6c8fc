package dev.kcm.controllers.workload.statefulset;

/// Labels of pods, as upstream spells them.
final class Labels {
    /// The name of the revision a pod was made from.
    static final String REVISION = "controller-revision-hash";

    static final String POD_NAME = "statefulset.kubernetes.io/pod-name";
    static final String POD_INDEX = "apps.kubernetes.io/pod-index";

    private Labels() {}
}
