package dev.kcm.controllers.workload.disruption;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Store;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The pods of a budget, counted.
///
/// @param healthy those that are ready and stay
/// @param controllers of these pods, each once
/// @param hasUnmanaged whether some have no controller
record Selection(int pods, int healthy, List<OwnerReference> controllers, boolean hasUnmanaged) {
    static final Index<LeanPod> PODS_IN = Index.byNamespace(LeanPod.PODS);

    private static final Comparator<OwnerReference> BY_NAME = Comparator.comparing(OwnerReference::kind)
            .thenComparing(OwnerReference::name)
            .thenComparing(OwnerReference::apiVersion)
            .thenComparing(OwnerReference::uid);

    Selection {
        controllers = List.copyOf(controllers);
    }

    static Selection of(PodDisruptionBudget budget, Selector selector, Store<LeanPod> pods) {
        var cohorts = Cohort.isEnoughFor(selector)
                ? pods.tallied(Cohorts.BY_NAMESPACE, budget.namespace())
                : Cohorts.BY_NAMESPACE.recount(pods.byIndex(PODS_IN, budget.namespace()).stream()
                        .filter(pod -> selector.matches(pod.labels()))
                        .toList());
        return Cohort.isEnoughFor(selector) ? of(cohorts, selector) : of(cohorts, Selector.everything());
    }

    private static Selection of(Cohorts cohorts, Selector selector) {
        var sum = new Object() {
            int pods;
            int healthy;
            boolean hasUnmanaged;
        };
        var controllers = new TreeSet<>(BY_NAME);
        cohorts.forEach(count -> {
            if (selector.matches(count.cohort().labels())) {
                sum.pods += count.pods();
                sum.healthy += count.healthy();
                Optional<OwnerReference> controller = count.cohort().controller();
                controller.ifPresent(controllers::add);
                sum.hasUnmanaged |= controller.isEmpty();
            }
        });
        return new Selection(sum.pods, sum.healthy, List.copyOf(controllers), sum.hasUnmanaged);
    }
}
