package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The pods a set controls, by the node they are for; kept up to date pod event by pod event, so that no sync walks
/// over them.
///
/// @param byNode without those that are for no node
/// @param labels which labels they have: few, as they come from few templates
record DaemonPods(NodeTree<List<LeanPod>, Integer> byNode, List<LabelCount> labels) {
    static final DaemonPods NONE = new DaemonPods(NodeTree.counting(), List.of());

    /// By the uid of the set.
    static final Tally<LeanPod, DaemonPods> BY_SET = new Tally<>(
            LeanPod.PODS, "daemon pods by set", DaemonPods::sets, NONE, DaemonPods::with, DaemonPods::without);

    record LabelCount(Map<String, String> labels, int count) {}

    DaemonPods {
        labels = List.copyOf(labels);
    }

    /// Whether the selector matches every one.
    boolean allMatch(Selector selector) {
        return labels.stream().allMatch(held -> selector.matches(held.labels()));
    }

    private DaemonPods with(LeanPod pod) {
        var tree = TargetNode.of(pod)
                .map(node -> byNode.with(node, added(byNode.find(node).orElse(List.of()), pod)))
                .orElse(byNode);
        return new DaemonPods(tree, counted(pod, 1));
    }

    private DaemonPods without(LeanPod pod) {
        var tree = TargetNode.of(pod).map(node -> without(node, pod)).orElse(byNode);
        var left = counted(pod, -1);
        return left.isEmpty() ? NONE : new DaemonPods(tree, left);
    }

    private static List<LeanPod> added(List<LeanPod> pods, LeanPod pod) {
        return Stream.concat(pods.stream(), Stream.of(pod)).toList();
    }

    private NodeTree<List<LeanPod>, Integer> without(String node, LeanPod pod) {
        var left = byNode.find(node).orElse(List.of()).stream()
                .filter(it -> !it.name().equals(pod.name()))
                .toList();
        return left.isEmpty() ? byNode.without(node) : byNode.with(node, left);
    }

    private List<LabelCount> counted(LeanPod pod, int sign) {
        var counts = new ArrayList<LabelCount>(labels.size() + 1);
        int count = sign;
        for (var held : labels) {
            if (held.labels().equals(pod.labels())) {
                count += held.count();
            } else {
                counts.add(held);
            }
        }
        if (count > 0) {
            counts.add(new LabelCount(pod.labels(), count));
        }
        return counts;
    }

    private static List<?> sets(LeanPod pod) {
        return OwnerReferences.controllerOf(pod)
                .filter(owner -> owner.kind().equals(DaemonSet.DAEMON_SETS.kind()))
                .map(owner -> List.<Object>of(owner.uid()))
                .orElse(List.of());
    }
}
