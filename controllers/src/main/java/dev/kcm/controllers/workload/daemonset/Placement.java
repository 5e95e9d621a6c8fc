package dev.kcm.controllers.workload.daemonset;

import dev.kcm.controllers.shared.nodes.NodeSelectors;
import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.NodeAffinity;
import dev.kcm.model.core.v1.NodeSelector;
import dev.kcm.model.core.v1.Taint;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which nodes the template of a set asks for. Two sets with equal placements run on the same nodes. Pure.
///
/// @param nodeName the only node it may run on; empty if any
/// @param labels those a node must have
/// @param required what its node affinity requires
record Placement(
        String nodeName, Map<String, String> labels, Optional<NodeSelector> required, Tolerations tolerations) {
    private static final String NO_EXECUTE = "NoExecute";
    private static final Set<String> KEEPING_OUT = Set.of("NoSchedule", NO_EXECUTE);

    /// @param comparesNumbers whether tolerations may compare numbers, by a feature gate
    static Placement of(DaemonSet set, boolean comparesNumbers) {
        var pod = set.spec().template().spec();
        return new Placement(
                pod.nodeName(),
                pod.nodeSelector(),
                pod.affinity()
                        .flatMap(affinity -> affinity.nodeAffinity())
                        .flatMap(NodeAffinity::requiredDuringSchedulingIgnoredDuringExecution),
                new Tolerations(DaemonTolerations.of(pod), comparesNumbers));
    }

    Eligibility of(NodeFacts node) {
        if (!isAskedFor(node)) {
            return Eligibility.EXPELS;
        }
        boolean isTolerated = true;
        for (var taint : node.taints()) {
            if (KEEPING_OUT.contains(taint.effect()) && !tolerations.tolerate(taint)) {
                if (evicts(taint)) {
                    return Eligibility.EXPELS;
                }
                isTolerated = false;
            }
        }
        return isTolerated ? Eligibility.RUNS : Eligibility.KEEPS;
    }

    private boolean isAskedFor(NodeFacts node) {
        return (nodeName.isEmpty() || nodeName.equals(node.name()))
                && labels.entrySet().stream()
                        .allMatch(label -> label.getValue().equals(node.labels().get(label.getKey())))
                && required.map(selector -> NodeSelectors.matches(selector, node.name(), node.labels()))
                        .orElse(true);
    }

    private static boolean evicts(Taint taint) {
        return taint.effect().equals(NO_EXECUTE);
    }
}
