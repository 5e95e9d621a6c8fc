package dev.kcm.cluster.scheduling;

import dev.kcm.controllers.shared.nodes.NodeSelectors;
import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeSelector;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Taint;

/// Whether a pod may run on a node, as far as the two of them decide. Pure.
final class NodeFit {
    private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

    private NodeFit() {}

    /// Why not, in upstream's words; empty if it may.
    static String mismatch(Pod pod, Node node) {
        if (node.spec().unschedulable() && !tolerates(pod, unschedulable())) {
            return "node(s) were unschedulable";
        }
        for (var taint : node.spec().taints()) {
            if (!taint.effect().equals("PreferNoSchedule") && !tolerates(pod, taint)) {
                return "node(s) had untolerated taint(s)";
            }
        }
        return matches(pod, node) ? "" : "node(s) didn't match Pod's node affinity/selector";
    }

    private static boolean matches(Pod pod, Node node) {
        var labels = node.labels();
        boolean isSelected = pod.spec().nodeSelector().entrySet().stream()
                .allMatch(entry -> entry.getValue().equals(labels.get(entry.getKey())));
        return isSelected
                && pod.spec()
                        .affinity()
                        .flatMap(affinity -> affinity.nodeAffinity())
                        .flatMap(affinity -> affinity.requiredDuringSchedulingIgnoredDuringExecution())
                        .map(selector -> matches(selector, node))
                        .orElse(true);
    }

    static boolean matches(NodeSelector selector, Node node) {
        return NodeSelectors.matches(selector, node.name(), node.labels());
    }

    private static boolean tolerates(Pod pod, Taint taint) {
        return new Tolerations(pod.spec().tolerations(), false).tolerate(taint);
    }

    private static Taint unschedulable() {
        return Taint.builder().key(UNSCHEDULABLE).effect("NoSchedule").build();
    }
}
