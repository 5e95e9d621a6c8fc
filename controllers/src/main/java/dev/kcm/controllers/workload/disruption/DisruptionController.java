package dev.kcm.controllers.workload.disruption;

import dev.kcm.base.GoText;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// Keeps the status of PodDisruptionBudgets, by which the API server grants and refuses evictions ([BudgetSync]), takes
/// back conditions of pods that were to be disrupted and are not ([StaleDisruption]), and warns of pods that several
/// budgets select. Stateless.
public final class DisruptionController implements Reconciler<Snapshot> {
    static final String NAME = "disruption-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("disruption")
            .component("controllermanager")
            .reconciles(PodDisruptionBudget.POD_DISRUPTION_BUDGETS)
            .watches(DisruptionWatches.pods())
            .watches(DisruptionWatches.disruptionTargets())
            .watches(DisruptionWatches.scaled(
                    Deployment.DEPLOYMENTS,
                    it -> it.spec().replicas(),
                    it -> it.spec().template()))
            .watches(DisruptionWatches.scaled(
                    ReplicaSet.REPLICA_SETS,
                    it -> it.spec().replicas(),
                    it -> it.spec().template()))
            .watches(DisruptionWatches.scaled(
                    StatefulSet.STATEFUL_SETS,
                    it -> it.spec().replicas(),
                    it -> it.spec().template()))
            .watches(DisruptionWatches.scaled(
                    ReplicationController.REPLICATION_CONTROLLERS,
                    it -> it.spec().replicas(),
                    it -> it.spec().template().orElse(PodTemplateSpec.EMPTY)))
            .indexes(BudgetSelectors.BUDGETS)
            .indexes(Selection.PODS_IN)
            .indexes(PodIndexes.BY_CONTROLLER)
            .tallies(Cohorts.BY_NAMESPACE)
            .writes("update poddisruptionbudgets/status", "patch pods/status")
            .builtBy(DisruptionController::new);

    private final OwnerScales scales;

    private DisruptionController(Settings settings) {
        this.scales = new OwnerScales(settings.live(), settings.inventory());
    }

    @Override
    public Optional<ObjectRef> subject(ObjectKey key) {
        return DisruptionWatches.subject(key);
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return DisruptionWatches.stalePod(key)
                .map(pod -> caches.find(LeanPod.PODS, pod).<Snapshot>map(it -> new Snapshot.OfStalePod(it, now)))
                .or(() -> DisruptionWatches.overlap(key)
                        .map(pod -> caches.find(LeanPod.PODS, pod).map(it -> overlap(it, caches))))
                .orElseGet(() -> caches.find(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, key)
                        .map(budget -> budget(budget, caches, now)))
                .<Observation<Snapshot>>map(Observation.Observed::new)
                .orElseGet(Observation.Gone::new);
    }

    private static Snapshot overlap(LeanPod pod, Caches caches) {
        var budgets = caches.of(PodDisruptionBudget.POD_DISRUPTION_BUDGETS);
        return new Snapshot.OfOverlap(
                pod,
                BudgetSelectors.selecting(pod.namespace(), pod.labels(), budgets).stream()
                        .map(KubeObject::name)
                        .toList());
    }

    private Snapshot budget(PodDisruptionBudget budget, Caches caches, Instant now) {
        var selector = BudgetSelectors.of(budget);
        var selection = Selection.of(budget, selector, caches.of(LeanPod.PODS));
        var scale = ExpectedPods.needsScale(budget.spec())
                ? sum(budget, selector, selection, caches, now)
                : new ScaleSum.NotNeeded();
        var disrupted = budget.status().disruptedPods().keySet().stream()
                .flatMap(name -> caches.find(LeanPod.PODS, ObjectKey.of(budget.namespace(), name)).stream())
                .filter(pod -> !pod.isDeleting() && selector.matches(pod.labels()))
                .toList();
        return new Snapshot.OfBudget(budget, selection, scale, disrupted, now);
    }

    /// Each workload counts once, however many controllers it stands behind.
    private ScaleSum sum(
            PodDisruptionBudget budget, Selector selector, Selection selection, Caches caches, Instant now) {
        var byUid = new HashMap<String, Integer>();
        for (var controller : selection.controllers()) {
            switch (scales.of(controller, budget.namespace(), caches, now)) {
                case OwnerScale.Known(var uid, var replicas) -> byUid.put(uid, replicas);
                case OwnerScale.Unknown(var problem, var isTransient) -> {
                    return new ScaleSum.Unknown(problem, isTransient);
                }
                case OwnerScale.Nobody _ -> {
                    var pods = caches.of(LeanPod.PODS).byIndex(PodIndexes.BY_CONTROLLER, controller.uid());
                    return new ScaleSum.Unknown(
                            "found no controllers for pod " + GoText.quote(firstOf(pods, selector)), false);
                }
            }
        }
        return new ScaleSum.Known(
                byUid.values().stream().mapToInt(Integer::intValue).sum());
    }

    private static String firstOf(List<LeanPod> pods, Selector selector) {
        return pods.stream()
                .filter(pod -> selector.matches(pod.labels()))
                .map(KubeObject::name)
                .min(String::compareTo)
                .orElse("");
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return switch (snapshot) {
            case Snapshot.OfBudget budget -> BudgetSync.decide(budget);
            case Snapshot.OfStalePod(var pod, var now) -> StaleDisruption.decide(pod, now);
            case Snapshot.OfOverlap(var pod, var budgets)
            when budgets.size() > 1 ->
                Plan.of("several budgets select it: " + String.join(", ", budgets), overlapping(pod, budgets));
            case Snapshot.OfOverlap _ -> Plan.nothing("not more than one budget selects it");
        };
    }

    private static Step overlapping(LeanPod pod, List<String> budgets) {
        return Step.warning(
                pod.ref(),
                Reasons.SEVERAL_BUDGETS,
                "Pod \"%s\"/\"%s\" matches multiple PodDisruptionBudgets.  Chose \"%s\" arbitrarily."
                        .formatted(pod.namespace(), pod.name(), budgets.getFirst()));
    }

    /// A status that is refused for any other reason than that it is not of the newest version leaves a budget that may
    /// allow too much.
    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        var refusal = writes.failures()
                .filter(failure -> !(failure instanceof ApiFailure.Conflict))
                .findFirst();
        return snapshot instanceof Snapshot.OfBudget budget && refusal.isPresent()
                ? BudgetSync.failed(budget, refusal.get().message())
                : Plan.nothing("nothing to add");
    }
}
