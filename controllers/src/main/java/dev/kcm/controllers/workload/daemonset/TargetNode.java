package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.core.v1.NodeSelectorRequirement;
import dev.kcm.model.lean.LeanPod;
import java.util.Optional;

/// The node a daemon pod is for, also before it is bound to it.
final class TargetNode {
    static final String NAME_FIELD = "metadata.name";
    static final String IN = "In";

    private TargetNode() {}

    /// Empty for a pod that names none, or several: no set of ours made it.
    static Optional<String> of(LeanPod pod) {
        var bound = pod.spec().nodeName();
        return bound.isEmpty() ? required(pod) : Optional.of(bound);
    }

    private static Optional<String> required(LeanPod pod) {
        return pod
                .spec()
                .affinity()
                .flatMap(affinity -> affinity.nodeAffinity())
                .flatMap(affinity -> affinity.requiredDuringSchedulingIgnoredDuringExecution())
                .stream()
                .flatMap(selector -> selector.nodeSelectorTerms().stream())
                .flatMap(term -> term.matchFields().stream())
                .filter(TargetNode::namesNodes)
                .findFirst()
                .filter(field -> field.values().size() == 1)
                .map(field -> field.values().getFirst());
    }

    private static boolean namesNodes(NodeSelectorRequirement field) {
        return field.key().equals(NAME_FIELD) && field.operator().equals(IN);
    }
}
