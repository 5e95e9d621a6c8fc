package dev.kcm.controllers.workload.disruption;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.selector.Selector;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What the pods of one template and one owner have in common: a budget selects all of them or none.
///
/// @param labels without those in which pods of one template differ
record Cohort(Map<String, String> labels, Optional<OwnerReference> controller) {
    private static final Set<String> OF_ONE_POD = Set.of(
            "statefulset.kubernetes.io/pod-name",
            "apps.kubernetes.io/pod-index",
            "batch.kubernetes.io/job-completion-index");

    static Cohort of(LeanPod pod) {
        return new Cohort(shared(pod.labels()), OwnerReferences.controllerOf(pod));
    }

    /// Whether a selector asks for nothing but what cohorts know.
    static boolean isEnoughFor(Selector selector) {
        return selector.requirements().stream().noneMatch(requirement -> OF_ONE_POD.contains(requirement.key()));
    }

    private static Map<String, String> shared(Map<String, String> labels) {
        if (Collections.disjoint(labels.keySet(), OF_ONE_POD)) {
            return labels;
        }
        var shared = new TreeMap<>(labels);
        shared.keySet().removeAll(OF_ONE_POD);
        return Collections.unmodifiableMap(shared);
    }
}
