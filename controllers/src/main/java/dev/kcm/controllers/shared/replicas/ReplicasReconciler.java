package dev.kcm.controllers.shared.replicas;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodCounts;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.controllers.shared.pods.PodRanking;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.controllers.shared.pods.PodTemplates;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    /// @param counts of the owner's pods that match its selector, before adoption
    /// @param claims pods to adopt and to release
    /// @param surplus filled when there are too many
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
            return counts.active() + claims.adopt().size();
        }

        int missing() {
            return desired() - active();
        }

        OwnerReference ownerReference() {
            return OwnerReferences.toController(owner);
        }

        private Snapshot<T> withSurplus(Surplus value) {
            return new Snapshot<>(owner, set, counts, claims, availability, value, now);
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
    private final DeletionAges ages;

    ReplicasReconciler(ReplicaOwnerKind<T> kind, LiveReads live, DeletionAges ages) {
        this.kind = kind;
        this.live = live;
        this.ages = ages;
    }

    public static <T extends KubeObject> ReplicasReconciler<T> of(ReplicaOwnerKind<T> kind, Settings settings) {
        return new ReplicasReconciler<>(kind, settings.live(), DeletionAges.in(settings.metrics()));
    }

    @Override
    public Observation<Snapshot<T>> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(kind.resource(), key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var owner = found.get();
        var set = kind.toReplicaSet(owner);
        var selector = ReplicaOwnerKind.selector(set);
        var pods = caches.of(LeanPod.PODS);
        var all = pods.tallied(PodCounts.BY_OWNER, owner.uid());
        var counts = all.matching(selector);
        var claims = Claims.of(
                LeanPod.PODS,
                owner,
                selector,
                counts.equals(all) ? List.of() : active(pods.byIndex(PodIndexes.BY_CONTROLLER, owner.uid())),
                active(pods.byIndex(PodIndexes.BY_CONTROLLER, Index.orphansIn(key.namespace()))),
                () -> live.isStillThere(kind.resource(), owner));
        var availability = availability(set, counts, caches, now);
        var snapshot = new Snapshot<>(owner, set, counts, claims, availability, Surplus.NONE, now);
        return new Observation.Observed<>(
                snapshot.missing() < 0 ? snapshot.withSurplus(surplus(snapshot, caches)) : snapshot);
    }

    @Override
    public Plan decide(Snapshot<T> snapshot) {
        var claims = snapshot.claims().plan(snapshot.ownerReference());
        if (snapshot.owner().isDeleting()) {
            return claims.then(Plan.nothing("being deleted"));
        }
        return claims.then(
                switch (Integer.signum(snapshot.missing())) {
                    case 1 -> scaleUp(snapshot, Math.min(snapshot.missing(), BURST_REPLICAS));
                    case -1 -> scaleDown(snapshot, Math.min(-snapshot.missing(), BURST_REPLICAS));
                    default -> Plan.nothing("replica count is right");
                });
    }

    @Override
    public Plan settle(Snapshot<T> snapshot, Outcomes writes) {
        var calculator = new ReplicasStatusCalculator(snapshot, kind.reportsTerminatingReplicas());
        var status = calculator.after(writes);
        var plan = status.equals(snapshot.set().status())
                ? Plan.nothing("status unchanged")
                : Plan.of(
                        "status changed",
                        Step.updateStatus(kind.withStatus(snapshot.owner(), status), calculator.urgency(status)));
        return plan.wakingIn(snapshot.availability().next());
    }

    @Override
    public void measure(Snapshot<T> snapshot, Outcomes writes, Duration took) {
        ages.record(snapshot.surplus().active(), writes, snapshot.now());
    }

    private Plan scaleUp(Snapshot<T> snapshot, int count) {
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

    private Plan scaleDown(Snapshot<T> snapshot, int count) {
        var ranking = new PodRanking(snapshot.surplus().perNode(), snapshot.now());
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

    /// Reads the pods one by one only while some became ready less than minReadySeconds ago.
    private static Availability availability(ReplicaSet set, PodCounts counts, Caches caches, Instant now) {
        var minReady = Duration.ofSeconds(set.spec().minReadySeconds());
        if (minReady.isZero() || !counts.latestReady().isAfter(now.minus(minReady))) {
            return new Availability(counts.ready(), Optional.empty());
        }
        var active = activeAndSelected(set, ownPods(set, caches));
        var available = active.stream()
                .filter(pod -> PodState.isAvailable(pod, minReady, now))
                .count();
        var next = active.stream()
                .map(pod -> PodState.untilAvailable(pod, minReady, now))
                .flatMap(Optional::stream)
                .min(Duration::compareTo);
        return new Availability((int) available, next);
    }

    private Surplus surplus(Snapshot<T> snapshot, Caches caches) {
        var own = ownPods(snapshot.set(), caches);
        return new Surplus(
                activeAndSelected(snapshot.set(), own),
                PodRanking.perNode(kind.relatedPods(snapshot.owner(), own, caches)));
    }

    private static List<LeanPod> ownPods(ReplicaSet set, Caches caches) {
        return caches.of(LeanPod.PODS).byIndex(PodIndexes.BY_CONTROLLER, set.uid());
    }

    private static List<LeanPod> activeAndSelected(ReplicaSet set, List<LeanPod> pods) {
        var selector = ReplicaOwnerKind.selector(set);
        return pods.stream()
                .filter(pod -> PodState.isActive(pod) && selector.matches(pod.labels()))
                .toList();
    }

    private static List<LeanPod> active(List<LeanPod> pods) {
        return pods.stream().filter(PodState::isActive).toList();
    }
}
