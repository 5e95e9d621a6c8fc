package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.number;
import static dev.kcm.cluster.why.ClusterView.text;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.core.v1.Pod;
import java.util.Comparator;
import java.util.List;

/// How far a DaemonSet is, and on which nodes pods hold it up.
final class DaemonSetDiagnostic {
    private static final int MOST_NODES = 3;

    private DaemonSetDiagnostic() {}

    static Causes of(DynamicObject set, ClusterView view) {
        var troubled = view.ownedBy(set, Pod.PODS).stream()
                .filter(PodDiagnostics::isTroubled)
                .sorted(Comparator.comparing(DaemonSetDiagnostic::node))
                .toList();
        return view.without("daemonset-controller")
                .and(progress(set))
                .and(waits(troubled))
                .seeing(troubled);
    }

    private static Causes progress(DynamicObject set) {
        long wanted = number(set, "status", "desiredNumberScheduled");
        long available = number(set, "status", "numberAvailable");
        long updated = number(set, "status", "updatedNumberScheduled");
        long misscheduled = number(set, "status", "numberMisscheduled");
        var causes = available >= wanted
                ? Causes.NONE
                : Causes.of("%d of %d pods are available".formatted(available, wanted));
        if (updated < wanted) {
            causes = causes.because("%d of %d pods are made from its newest template".formatted(updated, wanted));
            if (text(set, "spec", "updateStrategy", "type").equals("OnDelete")) {
                causes = causes.because("it updates a pod when somebody deletes it: its strategy is OnDelete");
            }
        }
        return misscheduled == 0
                ? causes
                : causes.because("%d pods are on nodes that should not run them any more".formatted(misscheduled));
    }

    private static Causes waits(List<DynamicObject> troubled) {
        return new Causes(
                troubled.stream()
                        .limit(MOST_NODES)
                        .map(pod -> "waits for pod %s on node %s to %s"
                                .formatted(pod.name(), node(pod), pod.isDeleting() ? "terminate" : "be ready"))
                        .toList(),
                List.of());
    }

    /// Also of a pod that is not bound to it yet.
    private static String node(DynamicObject pod) {
        var bound = text(pod, "spec", "nodeName");
        if (!bound.isEmpty()) {
            return bound;
        }
        return pod
                .content()
                .itemsAt(
                        "spec",
                        "affinity",
                        "nodeAffinity",
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        "nodeSelectorTerms")
                .stream()
                .flatMap(term -> term.itemsAt("matchFields").stream())
                .flatMap(field -> field.itemsAt("values").stream())
                .flatMap(value -> value.textAt().stream())
                .findFirst()
                .orElse("(none)");
    }
}
