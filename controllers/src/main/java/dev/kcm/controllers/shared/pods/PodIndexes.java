package dev.kcm.controllers.shared.pods;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Index;
import java.util.List;

/// Ways to find pods that several controllers share, so that each is kept once.
public final class PodIndexes {
    /// By the node a pod is bound to; pods without one are not found.
    public static final Index<LeanPod> BY_NODE = new Index<>(
            LeanPod.PODS,
            "node",
            pod -> pod.spec().nodeName().isEmpty()
                    ? List.of()
                    : List.of(pod.spec().nodeName()));

    /// By the uid of the owner marked as controller, orphans by their namespace.
    public static final Index<LeanPod> BY_CONTROLLER = Index.byController(LeanPod.PODS);

    private PodIndexes() {}
}
