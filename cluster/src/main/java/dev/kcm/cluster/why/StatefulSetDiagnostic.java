package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.number;
import static dev.kcm.cluster.why.ClusterView.text;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.core.v1.Pod;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// How far a StatefulSet is, and the pod that holds it up.
final class StatefulSetDiagnostic {
    private static final String REVISION = "controller-revision-hash";

    private StatefulSetDiagnostic() {}

    static Causes of(DynamicObject set, ClusterView view) {
        var pods = view.ownedBy(set, Pod.PODS).stream()
                .sorted(Comparator.comparingLong(StatefulSetDiagnostic::ordinal))
                .toList();
        var causes = view.without("statefulset-controller")
                .and(WorkloadDiagnostics.missing(set))
                .and(outdated(set));
        return blocker(set, pods)
                .map(pod -> blocks(set, pod))
                .map(causes::and)
                .orElse(causes)
                .seeing(pods.stream().filter(PodDiagnostics::isTroubled).toList());
    }

    private static Causes outdated(DynamicObject set) {
        long wanted = set.content().longAt("spec", "replicas").orElse(1)
                - set.content()
                        .longAt("spec", "updateStrategy", "rollingUpdate", "partition")
                        .orElse(0);
        long updated = number(set, "status", "updatedReplicas");
        return updated >= wanted
                ? Causes.NONE
                : Causes.of("%d of %d replicas are made from its newest template".formatted(updated, wanted));
    }

    /// The lowest that is not ready, where each waits for those before it.
    private static Optional<DynamicObject> blocker(DynamicObject set, List<DynamicObject> pods) {
        return text(set, "spec", "podManagementPolicy").equals("Parallel")
                ? Optional.empty()
                : pods.stream().filter(pod -> !isReady(pod)).findFirst();
    }

    /// kubernetes#67250: a template that is mended does not reach a pod that is not ready.
    private static Causes blocks(DynamicObject set, DynamicObject pod) {
        var causes = Causes.of("it starts, stops and updates its pods in order: nothing goes on before pod %s is ready"
                .formatted(pod.name()));
        var revision = pod.labels().getOrDefault(REVISION, "");
        var newest = text(set, "status", "updateRevision");
        return newest.isEmpty() || revision.equals(newest)
                ? causes
                : causes.because(
                        "pod %s is of revision %s and not replaced while it is not ready: kubectl delete pod %s makes way for %s"
                                .formatted(pod.name(), revision, pod.name(), newest));
    }

    private static boolean isReady(DynamicObject pod) {
        return pod.content().itemsAt("status", "conditions").stream()
                .anyMatch(condition -> condition
                                .textAt("type")
                                .filter("Ready"::equals)
                                .isPresent()
                        && condition.textAt("status").filter("True"::equals).isPresent());
    }

    private static long ordinal(DynamicObject pod) {
        var digits = pod.name().substring(pod.name().lastIndexOf('-') + 1);
        return digits.matches("[0-9]{1,10}") ? Long.parseLong(digits) : Long.MAX_VALUE;
    }
}
