package dev.kcm.controllers.shared.replicas;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// How much older than the youngest ready pod those are that a scale-down chose; upstream's metric,
/// in whole numbers as upstream has it, and only where there was a choice.
record DeletionAges(Histogram ratios) {

    static DeletionAges in(Metrics metrics) {
        return new DeletionAges(metrics.histogram(
                "replicaset_controller_sorting_deletion_age_ratio",
                "[ALPHA] The ratio of chosen deleted pod's ages to the current youngest"
                        + " pod's age (at the time). Should be <2. This only considers"
                        + " Ready pods when calculating and reporting.",
                Buckets.exponential(0.25, 2, 6)));
    }

    void record(List<LeanPod> choice, Outcomes writes, Instant now) {
        var chosen = chosen(writes);
        var ready = choice.stream().filter(PodState::isReady).toList();
        if (chosen.isEmpty() || chosen.size() >= choice.size()) {
            return;
        }
        long youngest = ready.stream().mapToLong(pod -> age(pod, now)).min().orElse(0);
        ready.stream()
                .filter(pod -> chosen.contains(pod.key()))
                .forEach(pod -> ratios.with().observe(age(pod, now) / Math.max(1, youngest)));
    }

    private static Set<ObjectKey> chosen(Outcomes writes) {
        return writes.all().stream()
                .map(Outcome::step)
                .filter(Step::isDelete)
                .map(Step::key)
                .collect(Collectors.toSet());
    }

    private static long age(LeanPod pod, Instant now) {
        return pod.metadata()
                .creationTimestamp()
                .map(created -> Duration.between(created, now).toMillis())
                .orElse(0L);
    }
}
