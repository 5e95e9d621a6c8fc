package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.selector.Selector;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A PodDisruptionBudget never allows more evictions than it has healthy pods to spare, and no eviction takes a healthy
/// pod from one that has none to spare. Pods that are lost in other ways are not its fault, until its controller must
/// have noticed.
final class BudgetsHold implements Invariant {
    private static final String NAME = "budgets-hold";

    /// @param pod as it was while it was healthy
    private record Loss(Pod pod, Instant at) {}

    /// By uid; not those that were evicted, which count as lost from the moment their eviction was granted.
    private final Map<String, Loss> lost = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!world.settings().runs("disruption-controller")) {
            return;
        }
        switch (change.object()) {
            case PodDisruptionBudget budget when !change.isRemoval() -> checkAllowance(budget, change, violations);
            case Pod pod -> {
                noteLoss(pod, change, world);
                if (change.beginsDeletion()) {
                    evictedFrom(change, world).ifPresent(budget -> checkLeft(budget, change, world, violations));
                }
            }
            default -> {}
        }
    }

    private static void checkAllowance(
            PodDisruptionBudget budget, ObservedChange change, Consumer<Violation> violations) {
        var status = budget.status();
        int spare = Math.max(0, status.currentHealthy() - status.desiredHealthy());
        if (status.disruptionsAllowed() > spare) {
            violations.accept(Violation.of(
                    NAME,
                    budget,
                    "allows %d evictions, and has %d healthy pods to spare"
                            .formatted(status.disruptionsAllowed(), spare),
                    change));
        }
    }

    private void noteLoss(Pod pod, ObservedChange change, World world) {
        var before = change.before().map(Pod.class::cast).filter(BudgetsHold::isHealthy);
        if (isHealthy(pod) && !change.isRemoval()) {
            lost.remove(pod.uid());
        }
        boolean isLost = change.isRemoval() || !isHealthy(pod) || isRelabelled(pod, before);
        if (before.isPresent() && isLost && !isEvicted(before.get())) {
            lost.put(pod.uid(), new Loss(before.get(), world.now()));
        }
    }

    private static boolean isRelabelled(Pod pod, Optional<Pod> before) {
        return before.filter(it -> !it.labels().equals(pod.labels())).isPresent();
    }

    /// The one budget that a healthy pod was evicted from, if its controller knows it.
    private static Optional<PodDisruptionBudget> evictedFrom(ObservedChange change, World world) {
        return change.before()
                .map(Pod.class::cast)
                .filter(pod -> isHealthy(pod) && isEvicted(pod))
                .map(pod -> budgetsOf(pod, world))
                .filter(budgets -> budgets.size() == 1)
                .map(List::getFirst)
                .filter(budget -> budget.status().observedGeneration()
                        == budget.metadata().generation());
    }

    private static List<PodDisruptionBudget> budgetsOf(Pod pod, World world) {
        return world.objects().stream()
                .filter(PodDisruptionBudget.class::isInstance)
                .map(PodDisruptionBudget.class::cast)
                .filter(budget -> selects(budget, pod))
                .toList();
    }

    private void checkLeft(
            PodDisruptionBudget budget, ObservedChange change, World world, Consumer<Violation> violations) {
        long healthy = world.objects().stream()
                .filter(Pod.class::isInstance)
                .map(Pod.class::cast)
                .filter(pod -> isHealthy(pod) && selects(budget, pod))
                .count();
        long unnoticed = lost.values().stream()
                .filter(loss -> !world.isLongAgo(loss.at()) && selects(budget, loss.pod()))
                .count();
        int desired = budget.status().desiredHealthy();
        if (healthy + unnoticed < desired) {
            KubeObject pod = change.object();
            violations.accept(Violation.of(
                    NAME,
                    budget,
                    "pod %s was evicted, which leaves %d healthy pods of %d".formatted(pod.name(), healthy, desired),
                    change));
        }
    }

    private static boolean isHealthy(Pod pod) {
        return !pod.isDeleting() && PodFacts.isReady(pod);
    }

    private static boolean isEvicted(Pod pod) {
        return pod.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals("DisruptionTarget")
                        && condition.isTrue()
                        && condition.reason().equals("EvictionByEvictionAPI"));
    }

    private static boolean selects(PodDisruptionBudget budget, Pod pod) {
        return Selector.of(budget.spec().selector()).matches(pod.labels());
    }
}
