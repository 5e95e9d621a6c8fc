package dev.kcm.controllers.workload.disruption;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Which budgets and pods to sync when something changes. Budgets have their own name as key; pods one for each thing
/// that is done about them, with a prefix that no name can have.
final class DisruptionWatches {
    private static final String STALE = "stale:";
    private static final String OVERLAP = "overlap:";

    private DisruptionWatches() {}

    /// A pod whose disruption may not come.
    static Optional<ObjectKey> stalePod(ObjectKey key) {
        return pod(key, STALE);
    }

    /// A pod that several budgets select.
    static Optional<ObjectKey> overlap(ObjectKey key) {
        return pod(key, OVERLAP);
    }

    static Optional<ObjectRef> subject(ObjectKey key) {
        return stalePod(key).or(() -> overlap(key)).map(pod -> new ObjectRef(LeanPod.PODS, pod, ""));
    }

    static ObjectKey staleKey(ObjectKey pod) {
        return ObjectKey.of(pod.namespace(), STALE + pod.name());
    }

    static ObjectKey overlapKey(ObjectKey pod) {
        return ObjectKey.of(pod.namespace(), OVERLAP + pod.name());
    }

    private static Optional<ObjectKey> pod(ObjectKey key, String prefix) {
        return key.name().startsWith(prefix)
                ? Optional.of(ObjectKey.of(key.namespace(), key.name().substring(prefix.length())))
                : Optional.empty();
    }

    /// The budgets of a pod, before and after the change. Most changes of a pod are of no concern to any; what is
    /// there at the start needs no mapping, since every budget is synced then.
    static WatchMapping<LeanPod> pods() {
        return new WatchMapping<>(LeanPod.PODS, List.of(BudgetSelectors.BUDGETS), (change, stores, into) -> {
            var budgets = stores.of(PodDisruptionBudget.POD_DISRUPTION_BUDGETS);
            switch (change) {
                case Change.Added<LeanPod>(var pod, var initial) -> {
                    if (!initial) {
                        selecting(pod, budgets, into);
                    }
                }
                case Change.Updated<LeanPod>(var before, var pod) -> {
                    if (countsOtherwise(before, pod)) {
                        selecting(pod, budgets, into);
                        left(before, pod, budgets, into);
                    }
                }
                case Change.Deleted<LeanPod>(var pod) -> selecting(pod, budgets, into);
                case Change.Resynced<LeanPod> _ -> {}
            }
        });
    }

    /// Pods that are to be disrupted, once for each time that somebody says so.
    static WatchMapping<LeanPod> disruptionTargets() {
        return new WatchMapping<>(LeanPod.PODS, List.of(), (change, _, into) -> {
            var since = StaleDisruption.announced(change.object());
            boolean isKnown = change instanceof Change.Updated<LeanPod>(var before, var _)
                    && StaleDisruption.announced(before).equals(since);
            if (since.isPresent() && !isKnown && !(change instanceof Change.Deleted<LeanPod>)) {
                into.accept(staleKey(change.object().key()));
            }
        });
    }

    /// The budgets of a workload that is to have another number of pods. Upstream waits for those to come or go.
    static <T extends KubeObject> WatchMapping<T> scaled(
            Resource<T> workloads, Function<T, Optional<Integer>> replicas, Function<T, PodTemplateSpec> template) {
        return new WatchMapping<>(workloads, List.of(BudgetSelectors.BUDGETS), (change, stores, into) -> {
            if (change instanceof Change.Updated<T>(var before, var now)
                    && !replicas.apply(before).equals(replicas.apply(now))) {
                var budgets = stores.of(PodDisruptionBudget.POD_DISRUPTION_BUDGETS);
                var labels = template.apply(now).metadata().labels();
                BudgetSelectors.selecting(now.namespace(), labels, budgets)
                        .forEach(budget -> into.accept(budget.key()));
            }
        });
    }

    private static boolean countsOtherwise(LeanPod before, LeanPod now) {
        return Cohorts.isHealthy(before) != Cohorts.isHealthy(now)
                || before.isDeleting() != now.isDeleting()
                || !before.labels().equals(now.labels())
                || !OwnerReferences.controllerOf(before).equals(OwnerReferences.controllerOf(now));
    }

    private static void selecting(LeanPod pod, Store<PodDisruptionBudget> budgets, Consumer<ObjectKey> into) {
        var found = BudgetSelectors.selecting(pod.namespace(), pod.labels(), budgets);
        found.forEach(budget -> into.accept(budget.key()));
        if (found.size() > 1) {
            into.accept(overlapKey(pod.key()));
        }
    }

    /// Those that a pod left by a change of its labels.
    private static void left(
            LeanPod before, LeanPod now, Store<PodDisruptionBudget> budgets, Consumer<ObjectKey> into) {
        if (!before.labels().equals(now.labels())) {
            BudgetSelectors.selecting(before.namespace(), before.labels(), budgets)
                    .forEach(budget -> into.accept(budget.key()));
        }
    }
}
