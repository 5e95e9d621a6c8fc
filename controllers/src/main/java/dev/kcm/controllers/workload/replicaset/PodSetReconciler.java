package dev.kcm.controllers.workload.replicaset;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodCounts;
import dev.kcm.controllers.shared.pods.PodRanking;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.controllers.shared.pods.PodTemplates;
import dev.kcm.controllers.workload.replicationcontroller.ReplicationControllerOptions;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Keeps as many active pods as a ReplicaSet or ReplicationController asks for: adopts orphans its
/// selector matches, releases its own that it no longer matches, creates what is missing (slowly at
/// first) and deletes what is too much (cheapest first). Stateless.
public final class PodSetReconciler<T extends KubeObject> implements Reconciler<PodSetReconciler.Snapshot> {
    private static final Index<LeanPod> PODS_BY_CONTROLLER = Index.byController(LeanPod.PODS);
    private static final Index<ReplicaSet> SETS_BY_CONTROLLER = Index.byController(ReplicaSet.REPLICA_SETS);

    /// How many pods one look may create or delete.
    private static final int BURST = 500;

    public static final ControllerSpec REPLICA_SETS = spec(
                    "replicaset-controller", ReplicaSet.REPLICA_SETS, PodSet.OfReplicaSet::new)
            .alias("replicaset")
            .indexes(SETS_BY_CONTROLLER)
            .workers(options -> options.of(ReplicaSetOptions.FLAGS).concurrentSyncs())
            .builtBy(settings -> new PodSetReconciler<>(
                    ReplicaSet.REPLICA_SETS,
                    PodSet.OfReplicaSet::new,
                    settings.live(),
                    PodSetReconciler::familyOfReplicaSet,
                    DeletionAges.in(settings.metrics())));

    public static final ControllerSpec REPLICATION_CONTROLLERS = spec(
                    "replicationcontroller-controller",
                    ReplicationController.REPLICATION_CONTROLLERS,
                    PodSet.OfReplicationController::new)
            .alias("replicationcontroller")
            .component("replication-controller")
            .workers(options -> options.of(ReplicationControllerOptions.FLAGS).concurrentSyncs())
            .builtBy(settings -> new PodSetReconciler<>(
                    ReplicationController.REPLICATION_CONTROLLERS,
                    PodSet.OfReplicationController::new,
                    settings.live(),
                    (_, own, _) -> own,
                    DeletionAges.in(settings.metrics())));

    private static <T extends KubeObject> ControllerSpec.Builder spec(
            String name, Resource<T> sets, Function<T, PodSet> seenAs) {
        return ControllerSpec.named(name)
                .reconciles(sets)
                .watches(WatchMapping.ownedBy(LeanPod.PODS, sets))
                .watches(WatchMapping.orphansSelectedBy(
                        LeanPod.PODS, sets, set -> seenAs.apply(set).selector()))
                .indexes(PODS_BY_CONTROLLER)
                .tallies(PodCounts.BY_OWNER)
                .writes("create pods", "delete pods", "patch pods", "update " + sets.plural() + "/status");
    }

    /// @param claims pods to adopt and to release
    /// @param counts of the pods that are its own and match, before claims
    /// @param available how many of them are available, and when the next one will be
    /// @param surplus filled when there are too many
    record Snapshot(
            PodSet set,
            PodCounts counts,
            Claims<LeanPod> claims,
            Availability available,
            Surplus surplus,
            Instant now) {

        int active() {
            return counts.active() + claims.adopt().size();
        }

        int missing() {
            return set.wanted() - active();
        }

        boolean isDeleting() {
            return set.object().isDeleting();
        }
    }

    record Availability(int count, Optional<Duration> next) {}

    /// @param active the pods to choose from
    /// @param perNode active pods of the whole family (all ReplicaSets of the Deployment) on each
    ///   node
    record Surplus(List<LeanPod> active, Map<String, Integer> perNode) {
        static final Surplus NONE = new Surplus(List.of(), Map.of());
    }

    /// Finds the pods that count when looking for doubled-up nodes.
    @FunctionalInterface
    interface Family<T> {
        List<LeanPod> of(T set, List<LeanPod> own, Caches caches);
    }

    private final Resource<T> sets;
    private final Function<T, PodSet> seenAs;
    private final LiveReads live;
    private final Family<T> family;
    private final DeletionAges ages;

    PodSetReconciler(
            Resource<T> sets, Function<T, PodSet> seenAs, LiveReads live, Family<T> family, DeletionAges ages) {
        this.sets = sets;
        this.seenAs = seenAs;
        this.live = live;
        this.family = family;
        this.ages = ages;
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(sets, key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var object = found.get();
        var set = seenAs.apply(object);
        var pods = caches.of(LeanPod.PODS);
        var all = pods.tallied(PodCounts.BY_OWNER, object.uid());
        var selector = set.selector();
        var counts = all.matching(selector);
        var claims = Claims.of(
                LeanPod.PODS,
                object,
                selector,
                counts.equals(all) ? List.of() : active(pods.byIndex(PODS_BY_CONTROLLER, object.uid())),
                active(pods.byIndex(PODS_BY_CONTROLLER, Index.orphansIn(key.namespace()))),
                () -> live.isStillThere(sets, object));
        var snapshot =
                new Snapshot(set, counts, claims, availability(set, counts, pods::byIndex, now), Surplus.NONE, now);
        return new Observation.Observed<>(snapshot.missing() < 0 ? withSurplus(object, snapshot, caches) : snapshot);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var claims = snapshot.claims().plan(snapshot.set().ownerReference());
        if (snapshot.isDeleting()) {
            return claims.then(Plan.nothing("being deleted"));
        }
        return claims.then(
                switch (Integer.signum(snapshot.missing())) {
                    case 1 -> grow(snapshot.set(), Math.min(snapshot.missing(), BURST));
                    case -1 -> shrink(snapshot, Math.min(-snapshot.missing(), BURST));
                    default -> Plan.nothing("replica count is right");
                });
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        var status = PodSetStatus.after(snapshot, writes);
        var plan = status.equals(snapshot.set().status())
                ? Plan.nothing("status unchanged")
                : Plan.of("status changed", snapshot.set().writeStatus(status, PodSetStatus.urgency(snapshot, status)));
        return plan.wakingIn(snapshot.available().next());
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        ages.record(snapshot.surplus().active(), writes, snapshot.now());
    }

    private static Plan grow(PodSet set, int count) {
        var pod = PodTemplates.pod(set.template(), set.object(), set.ownerReference());
        var event = new Step.EventTemplate(
                set.ref(), Reasons.SUCCESSFUL_CREATE, "Created pod: %s", Reasons.FAILED_CREATE, "Error creating: %s");
        return Plan.slowStart(
                "%d of %d pods missing".formatted(count, set.wanted()),
                List.of(Step.create(pod).times(count).withEvent(event)));
    }

    private static Plan shrink(Snapshot snapshot, int count) {
        var ranking = new PodRanking(snapshot.surplus().perNode(), snapshot.now());
        var event = Optional.of(new Step.EventTemplate(
                snapshot.set().ref(),
                Reasons.SUCCESSFUL_DELETE,
                "Deleted pod: %s",
                Reasons.FAILED_DELETE,
                "Error deleting: %s"));
        return Plan.together(
                "%d pods too many".formatted(count),
                ranking.cheapest(snapshot.surplus().active(), count).stream()
                        .<Step>map(pod ->
                                Step.delete(LeanPod.PODS, pod.key(), pod.uid()).withEvent(event))
                        .toList());
    }

    private static List<LeanPod> active(List<LeanPod> pods) {
        return pods.stream().filter(PodState::isActive).toList();
    }

    /// Asks for the pods one by one only while some became ready less than minReadySeconds ago.
    private static Availability availability(PodSet set, PodCounts counts, Bucket bucket, Instant now) {
        var minReady = set.minReady();
        if (minReady.isZero() || !counts.latestReady().isAfter(now.minus(minReady))) {
            return new Availability(counts.ready(), Optional.empty());
        }
        var selector = set.selector();
        var active = active(bucket.byIndex(PODS_BY_CONTROLLER, set.object().uid())).stream()
                .filter(pod -> selector.matches(pod.labels()))
                .toList();
        var available = active.stream()
                .filter(pod -> PodState.isAvailable(pod, minReady, now))
                .count();
        var next = active.stream()
                .map(pod -> PodState.untilAvailable(pod, minReady, now))
                .flatMap(Optional::stream)
                .min(Duration::compareTo);
        return new Availability((int) available, next);
    }

    @FunctionalInterface
    private interface Bucket {
        List<LeanPod> byIndex(Index<LeanPod> index, Object value);
    }

    private Snapshot withSurplus(T object, Snapshot snapshot, Caches caches) {
        var own = caches.of(LeanPod.PODS).byIndex(PODS_BY_CONTROLLER, object.uid());
        var selector = snapshot.set().selector();
        var active = own.stream()
                .filter(pod -> PodState.isActive(pod) && selector.matches(pod.labels()))
                .toList();
        var surplus = new Surplus(active, PodRanking.perNode(family.of(object, own, caches)));
        return new Snapshot(
                snapshot.set(), snapshot.counts(), snapshot.claims(), snapshot.available(), surplus, snapshot.now());
    }

    private static List<LeanPod> familyOfReplicaSet(ReplicaSet set, List<LeanPod> own, Caches caches) {
        return OwnerReferences.controllerOf(set)
                .map(owner -> caches.of(ReplicaSet.REPLICA_SETS).byIndex(SETS_BY_CONTROLLER, owner.uid()).stream()
                        .flatMap(sibling -> caches.of(LeanPod.PODS).byIndex(PODS_BY_CONTROLLER, sibling.uid()).stream())
                        .toList())
                .orElse(own);
    }
}
