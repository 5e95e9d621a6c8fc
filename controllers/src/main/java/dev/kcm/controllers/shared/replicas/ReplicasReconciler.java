package dev.kcm.controllers.shared.replicas;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodCounts;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.controllers.shared.pods.PodRanking;
import dev.kcm.controllers.shared.pods.PodTemplates;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Keeps as many active pods as a ReplicaSet or ReplicationController asks for: adopts orphans that its selector
/// matches, releases own pods that it no longer matches, creates what is missing (in slow-start batches) and deletes
/// the surplus (cheapest first). Stateless.
public final class ReplicasReconciler<T extends KubeObject> implements Reconciler<ReplicasReconciler.Snapshot<T>> {
    /// How many pods one sync may create or delete.
    private static final int BURST_REPLICAS = 500;

    /// What the controllers of all such kinds watch, read and write.
    public static <T extends KubeObject> ControllerSpec.Builder spec(String name, ReplicaOwnerKind<T> kind) {
        return ControllerSpec.named(name)
                .reconciles(kind.resource())
                .watches(WatchMapping.ownedBy(LeanPod.PODS, kind.resource()))
                .watches(WatchMapping.orphansSelectedBy(LeanPod.PODS, kind.resource(), kind::selector))
                .indexes(PodIndexes.BY_CONTROLLER)
                .tallies(PodCounts.BY_OWNER)
                .writes(
                        "create pods",
                        "delete pods",
                        "patch pods",
                        "update " + kind.resource().plural() + "/status");
    }

    /// @param set the owner as a ReplicaSet
    /// @param counts of the owner's pods that match its selector
    /// @param claims pods to adopt and to release; while there are any, only surplus pods go besides
    /// @param surplus filled when there are too many, those to be adopted included, from that reading, too
    public record Snapshot<T extends KubeObject>(
            T owner,
            ReplicaSet set,
            PodCounts counts,
            Claims<LeanPod> claims,
            Availability availability,
            Surplus surplus,
            Instant now) {

        int desired() {
            return set.spec().replicas().orElse(1);
        }

        int active() {
            return counts.active();
        }

        int missing() {
            return desired() - active();
        }

        /// How many pods must go once all are adopted that shall be.
        int tooMany() {
            return active() + claims.adopt().size() - desired();
        }

        Map<String, String> templateLabels() {
            return set.spec().template().metadata().labels();
        }

        /// Pods are missing, and cannot be made: one without labels would belong to nobody.
        boolean lacksLabels() {
            return missing() > 0 && !owner.isDeleting() && templateLabels().isEmpty();
        }

        boolean hasValidSelector() {
            return ReplicaOwnerKind.validSelector(set).isPresent();
        }

        OwnerReference ownerReference() {
            return OwnerReferences.toController(owner);
        }
    }

    /// @param count how many pods have been ready for minReadySeconds
    /// @param next when the next one will be
    public record Availability(int count, Optional<Duration> next) {}

    /// @param active the pods to choose from
    /// @param perNode how many related pods each node runs
    public record Surplus(List<LeanPod> active, Map<String, Integer> perNode) {
        static final Surplus NONE = new Surplus(List.of(), Map.of());
    }

    private final ReplicaOwnerKind<T> kind;
    private final LiveReads live;
    private final boolean countsDeletionCost;
    private final boolean reportsTerminatingReplicas;
    private final DeletionAges ages;
    private final Optional<StaleSyncs> staleSyncs;

    private ReplicasReconciler(ReplicaOwnerKind<T> kind, Settings settings) {
        var gates = settings.gates();
        this.kind = kind;
        this.live = settings.live();
        this.countsDeletionCost = gates.isEnabled("PodDeletionCost");
        this.reportsTerminatingReplicas =
                kind.reportsTerminatingReplicas() && gates.isEnabled("DeploymentReplicaSetTerminatingReplicas");
        this.ages = DeletionAges.in(settings.metrics());
        this.staleSyncs = kind.staleSyncsGate()
                .filter(gates::isEnabled)
                .map(_ -> StaleSyncs.in(settings.metrics(), "ReplicaSet"));
    }

    public static <T extends KubeObject> ReplicasReconciler<T> of(ReplicaOwnerKind<T> kind, Settings settings) {
        return new ReplicasReconciler<>(kind, settings);
    }

    @Override
    public Observation<Snapshot<T>> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(kind.resource(), key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var owner = found.get();
        var set = kind.toReplicaSet(owner);
        var selector = ReplicaOwnerKind.validSelector(set);
        return selector.isEmpty()
                ? new Observation.Observed<>(invalid(owner, set, now))
                : observe(owner, set, selector.get(), caches, now);
    }

    private Snapshot<T> invalid(T owner, ReplicaSet set, Instant now) {
        return new Snapshot<>(
                owner,
                set,
                PodCounts.NONE,
                Claims.none(LeanPod.PODS, owner),
                new Availability(0, Optional.empty()),
                Surplus.NONE,
                now);
    }

    private Observation<Snapshot<T>> observe(T owner, ReplicaSet set, Selector selector, Caches caches, Instant now) {
        var orphans = caches.of(LeanPod.PODS).byIndex(PodIndexes.BY_CONTROLLER, Index.orphansIn(owner.namespace()));
        var adopted = Claims.wanted(LeanPod.PODS, owner, selector, List.of(), OwnPods.active(orphans))
                .adopt();
        var own = OwnPods.of(set, selector, caches.of(LeanPod.PODS), adopted.size(), now);
        var claims = Claims.wanted(LeanPod.PODS, owner, selector, own.active(), adopted);
        if (!claims.adopt().isEmpty() && !live.isStillThere(kind.resource(), owner)) {
            return new Observation.Stale<>("the caches to show that it is gone");
        }
        var counts = own.counts().matching(selector);
        var candidates =
                Stream.concat(own.active(selector).stream(), adopted.stream()).toList();
        var surplus = counts.active() + adopted.size() > set.spec().replicas().orElse(1)
                ? new Surplus(candidates, PodRanking.perNode(kind.relatedPods(owner, caches)))
                : Surplus.NONE;
        return new Observation.Observed<>(new Snapshot<>(
                owner, set, counts, claims, own.availability(selector, OwnPods.minReady(set), now), surplus, now));
    }

    @Override
    public Plan decide(Snapshot<T> snapshot) {
        if (!snapshot.hasValidSelector()) {
            return Plan.nothing("its selector is invalid");
        }
        if (!snapshot.claims().isNothing()) {
            return snapshot.claims().plan(snapshot.ownerReference());
        }
        if (snapshot.owner().isDeleting()) {
            return Plan.nothing("being deleted");
        }
        return switch (Integer.signum(snapshot.missing())) {
            case 1 -> scaleUp(snapshot, Math.min(snapshot.missing(), BURST_REPLICAS));
            case -1 -> scaleDown(snapshot);
            default -> Plan.nothing("replica count is right");
        };
    }

    @Override
    public Plan settle(Snapshot<T> snapshot, Outcomes writes) {
        if (!snapshot.hasValidSelector()) {
            return Plan.nothing("its selector is invalid");
        }
        if (!snapshot.claims().isNothing()) {
            return claimed(snapshot, writes);
        }
        var calculator = new ReplicasStatusCalculator(snapshot, reportsTerminatingReplicas);
        var status = calculator.after(writes);
        var plan = status.equals(snapshot.set().status())
                ? Plan.nothing("status unchanged")
                : Plan.of(
                        "status changed",
                        Step.updateStatus(kind.withStatus(snapshot.owner(), status), calculator.urgency(status)));
        return plan.wakingIn(snapshot.availability().next());
    }

    /// A pod that came with no owner has to go at once where there are enough, as it was read: later it might run
    /// already, and one go that does not yet. For everything else the next sync sees what became of the claims.
    private Plan claimed(Snapshot<T> snapshot, Outcomes writes) {
        boolean hasAll = writes.all().stream().allMatch(Outcome.Applied.class::isInstance);
        return hasAll && snapshot.tooMany() > 0 && !snapshot.owner().isDeleting()
                ? scaleDown(snapshot)
                : snapshot.claims().awaited(writes);
    }

    @Override
    public void measure(Snapshot<T> snapshot, Outcomes writes, Duration took) {
        ages.record(snapshot.surplus().active(), writes, snapshot.now());
    }

    @Override
    public void measureStale(ObjectKey key, Resource<?> behind) {
        staleSyncs.ifPresent(counted -> counted.record(behind));
    }

    private Plan scaleUp(Snapshot<T> snapshot, int count) {
        if (snapshot.lacksLabels()) {
            return Plan.nothing("its template has no labels");
        }
        var pod = PodTemplates.pod(snapshot.set().spec().template(), snapshot.owner(), snapshot.ownerReference());
        var event = new Step.EventTemplate(
                snapshot.owner().ref(),
                Reasons.SUCCESSFUL_CREATE,
                "Created pod: %s",
                Reasons.FAILED_CREATE,
                "Error creating: %s");
        return Plan.slowStart(
                "%d of %d pods missing".formatted(count, snapshot.desired()),
                List.of(Step.create(pod).times(count).withEvent(event)));
    }

    private Plan scaleDown(Snapshot<T> snapshot) {
        int count = Math.min(snapshot.tooMany(), BURST_REPLICAS);
        var ranking = new PodRanking(snapshot.surplus().perNode(), countsDeletionCost, snapshot.now());
        var event = Optional.of(new Step.EventTemplate(
                snapshot.owner().ref(),
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
}
