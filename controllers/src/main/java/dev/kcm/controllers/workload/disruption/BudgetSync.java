package dev.kcm.controllers.workload.disruption;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Counts the pods of a budget and says how many may be evicted.
final class BudgetSync {
    /// How long the API server has to delete a pod after it granted its eviction.
    private static final Duration DELETION_TIMEOUT = Duration.ofMinutes(2);

    /// After the server could not tell how many pods a workload wants.
    private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

    private final Snapshot.OfBudget snapshot;
    private final PodDisruptionBudget budget;
    private final List<Step> steps = new ArrayList<>();

    private BudgetSync(Snapshot.OfBudget snapshot) {
        this.snapshot = snapshot;
        this.budget = snapshot.budget();
    }

    static Plan decide(Snapshot.OfBudget snapshot) {
        return new BudgetSync(snapshot).decide();
    }

    /// The write of last resort, after the server refused what was right.
    static Plan failed(Snapshot.OfBudget snapshot, String problem) {
        var write =
                BudgetStatus.write(snapshot.budget(), BudgetStatus.failed(snapshot.budget(), problem, snapshot.now()));
        return Plan.inOrder(
                "its status could not be written: nothing is allowed",
                write.stream().toList());
    }

    private Plan decide() {
        var invalid = BudgetSelectors.problem(budget);
        if (invalid.isPresent()) {
            steps.add(Step.warning(budget.ref(), Reasons.NO_PODS, "Failed to get pods: " + invalid.get()));
            return unknown(invalid.get());
        }
        if (snapshot.selection().pods() == 0) {
            steps.add(Step.event(budget.ref(), Reasons.NO_PODS, "No matching pods found"));
        }
        var problem = snapshot.scale() instanceof ScaleSum.Unknown(var text, var _)
                ? Optional.of(text)
                : ExpectedPods.problem(budget.spec());
        if (problem.isPresent()) {
            var note = "Failed to calculate the number of expected pods: " + problem.get();
            steps.add(Step.warning(budget.ref(), Reasons.EXPECTED_COUNT_FAILED, note));
            return unknown(problem.get());
        }
        if (snapshot.scale() instanceof ScaleSum.Known && snapshot.selection().hasUnmanaged()) {
            steps.add(Step.warning(budget.ref(), Reasons.UNMANAGED_PODS, unmanaged()));
        }
        return counted();
    }

    private Plan unknown(String problem) {
        BudgetStatus.write(budget, BudgetStatus.failed(budget, problem, snapshot.now()))
                .ifPresent(steps::add);
        var plan = Plan.inOrder("nothing is allowed, since its pods cannot be counted: " + problem, steps);
        return snapshot.scale() instanceof ScaleSum.Unknown(var _, var isTransient) && isTransient
                ? plan.wakingIn(RETRY_AFTER)
                : plan;
    }

    private Plan counted() {
        var disrupted = disrupted();
        long leaving = snapshot.disrupted().stream()
                .filter(pod -> disrupted.containsKey(pod.name()) && Cohorts.isHealthy(pod))
                .count();
        int healthy = snapshot.selection().healthy() - (int) leaving;
        int scale = snapshot.scale() instanceof ScaleSum.Known(var replicas) ? replicas : 0;
        var pods = ExpectedPods.of(budget.spec(), snapshot.selection().pods(), scale);
        var status = BudgetStatus.of(budget, pods, healthy, disrupted, snapshot.now());
        BudgetStatus.write(budget, status).ifPresent(steps::add);
        var next = disrupted.values().stream()
                .min(Instant::compareTo)
                .map(since -> Duration.between(snapshot.now(), since.plus(DELETION_TIMEOUT)));
        var why = "%d may be evicted: %d of %d pods are healthy, and %d have to be"
                .formatted(status.disruptionsAllowed(), healthy, pods.expected(), pods.desiredHealthy());
        return Plan.inOrder(why, steps).wakingIn(next);
    }

    /// Those of its pods whose eviction was granted not long ago and that are not deleted yet.
    private Map<String, Instant> disrupted() {
        var kept = new TreeMap<String, Instant>();
        for (var pod : snapshot.disrupted()) {
            var since = budget.status().disruptedPods().get(pod.name());
            if (since == null || isSuccessor(pod, since)) {
                continue;
            }
            if (since.plus(DELETION_TIMEOUT).isAfter(snapshot.now())) {
                kept.put(pod.name(), since);
            } else {
                steps.add(notDeleted(pod));
            }
        }
        return kept;
    }

    /// Whether the one that was evicted is gone, and this is another of its name, as StatefulSets make them.
    private static boolean isSuccessor(LeanPod pod, Instant evicted) {
        return pod.metadata().creationTimestamp().filter(evicted::isBefore).isPresent();
    }

    /// Upstream names the namespace where the budget's name belongs; here it is the name.
    private Step notDeleted(LeanPod pod) {
        return Step.warning(
                pod.ref(),
                Reasons.NOT_DELETED,
                "Pod was expected by PDB %s/%s to be deleted but it wasn't"
                        .formatted(budget.namespace(), budget.name()));
    }

    private String unmanaged() {
        return "Pods selected by this PodDisruptionBudget (selector: %s) were found to be unmanaged. As a result, the"
                        .formatted(budget.spec()
                                .selector()
                                .map(BudgetSync::printed)
                                .orElse("nil"))
                + " status of the PDB cannot be calculated correctly, which may result in undefined behavior."
                + " To account for these pods please set \".spec.minAvailable\" field of the PDB to an integer value.";
    }

    /// As Go prints it.
    private static String printed(LabelSelector selector) {
        var labels = new TreeMap<>(selector.matchLabels())
                .entrySet().stream()
                        .map(label -> "%s: %s,".formatted(label.getKey(), label.getValue()))
                        .collect(Collectors.joining());
        var expressions = selector.matchExpressions().stream()
                .map(one -> "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                        .formatted(one.key(), one.operator(), String.join(" ", one.values())))
                .collect(Collectors.joining());
        return "&LabelSelector{MatchLabels:map[string]string{%s},MatchExpressions:[]LabelSelectorRequirement{%s},}"
                .formatted(labels, expressions);
    }
}
