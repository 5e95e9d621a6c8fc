package dev.kcm.controllers.workload.daemonset;

import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.controllers.shared.replicas.StaleSyncs;
import dev.kcm.controllers.shared.revisions.RevisionHistory;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Memory;
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
import java.util.Optional;

/// Has every node that a DaemonSet may run on run one pod of it. A sync has two parts: every node has its pod, and, if
/// so, outdated pods are replaced. What it remembers saves work and keeps failing pods from being replaced without
/// end.
public final class DaemonSetController implements Reconciler<Snapshot> {
    static final String NAME = "daemonset-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("daemonset")
            .reconciles(DaemonSet.DAEMON_SETS)
            .watches(WatchMapping.ownedBy(LeanPod.PODS, DaemonSet.DAEMON_SETS))
            .watches(WatchMapping.orphansSelectedBy(LeanPod.PODS, DaemonSet.DAEMON_SETS, SetSettings::selector))
            .watches(WatchMapping.ownedBy(ControllerRevision.CONTROLLER_REVISIONS, DaemonSet.DAEMON_SETS))
            .watches(WatchMapping.orphansSelectedBy(
                    ControllerRevision.CONTROLLER_REVISIONS, DaemonSet.DAEMON_SETS, SetSettings::selector))
            .watches(NodeWatch.mapping())
            .indexes(PodIndexes.BY_CONTROLLER)
            .indexes(RevisionHistory.BY_CONTROLLER)
            .tallies(DaemonPods.BY_SET)
            .tallies(NodeFacts.ALL)
            .writes(
                    "create pods",
                    "delete pods",
                    "patch pods",
                    "create controllerrevisions",
                    "update controllerrevisions",
                    "patch controllerrevisions",
                    "delete controllerrevisions",
                    "update daemonsets/status")
            .workers(options -> options.of(DaemonSetOptions.FLAGS).concurrentSyncs())
            .builtBy(DaemonSetController::new);

    /// What is remembered of a set: the nodes it cares for, the revision of its template, and where its pods failed.
    private record Remembered(NodeSlots slots, Optional<SetRevisions.Known> revisions, FailedPods failedPods) {}

    private final LiveReads live;
    private final boolean comparesNumbers;
    private final Optional<StaleSyncs> staleSyncs;
    private final Memory<Remembered> memory = new Memory<>();

    DaemonSetController(Settings settings) {
        this.live = settings.live();
        this.comparesNumbers = settings.gates().isEnabled(Tolerations.COMPARISON_GATE);
        this.staleSyncs = settings.gates().isEnabled("StaleControllerConsistencyDaemonSet")
                ? Optional.of(StaleSyncs.in(settings.metrics(), "DaemonSet"))
                : Optional.empty();
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(DaemonSet.DAEMON_SETS, key);
        if (found.isEmpty()) {
            memory.forget(key);
            return new Observation.Gone<>();
        }
        var set = found.get();
        // The API server lets no invalid selector through; it would release every pod.
        var selector = SetSettings.validSelector(set);
        if (selector.isEmpty()) {
            return new Observation.Gone<>();
        }
        var snapshot = snapshot(set, selector.get(), caches, now);
        boolean adopts = !snapshot.podClaims().adopt().isEmpty()
                || !snapshot.revisionClaims().adopt().isEmpty();
        return adopts && !live.isStillThere(DaemonSet.DAEMON_SETS, set)
                ? new Observation.Stale<>("the caches to show that it is gone")
                : new Observation.Observed<>(snapshot);
    }

    private Snapshot snapshot(DaemonSet set, Selector selector, Caches caches, Instant now) {
        var revisions = caches.of(ControllerRevision.CONTROLLER_REVISIONS);
        var history = RevisionHistory.of(set, selector, revisions);
        var remembered = memory.of(set.key());
        var pods = caches.of(LeanPod.PODS).tallied(DaemonPods.BY_SET, set.uid());
        var current = SetRevisions.of(
                set,
                history,
                name -> revisions.find(new ObjectKey(set.namespace(), name)),
                remembered.flatMap(Remembered::revisions));
        var slots = remembered
                .map(Remembered::slots)
                .filter(_ -> set.isDeleting())
                .orElseGet(() -> NodeSlots.of(
                        remembered.map(Remembered::slots),
                        Placement.of(set, comparesNumbers),
                        caches.of(Node.NODES).tallied(NodeFacts.ALL, NodeFacts.EVERY_NODE),
                        pods.byNode()));
        return new Snapshot(
                set,
                revisionClaims(set, selector, caches),
                podClaims(set, selector, pods, caches),
                history,
                current,
                current.duplicates().isEmpty() ? List.of() : labelledOtherwise(set, current.hash(), caches),
                slots,
                slots.kinds(new SetSettings(set).availableSince(now)),
                remembered
                        .map(Remembered::failedPods)
                        .orElse(FailedPods.NONE)
                        .during(set.status().observedGeneration()),
                now);
    }

    private static Claims<ControllerRevision> revisionClaims(DaemonSet set, Selector selector, Caches caches) {
        var revisions = caches.of(ControllerRevision.CONTROLLER_REVISIONS);
        return Claims.wanted(
                ControllerRevision.CONTROLLER_REVISIONS,
                set,
                selector,
                revisions.byIndex(RevisionHistory.BY_CONTROLLER, set.uid()),
                RevisionHistory.orphans(set, selector, revisions));
    }

    private static Claims<LeanPod> podClaims(DaemonSet set, Selector selector, DaemonPods pods, Caches caches) {
        var store = caches.of(LeanPod.PODS);
        return Claims.wanted(
                LeanPod.PODS,
                set,
                selector,
                pods.allMatch(selector) ? List.of() : store.byIndex(PodIndexes.BY_CONTROLLER, set.uid()),
                store.byIndex(PodIndexes.BY_CONTROLLER, Index.orphansIn(set.namespace())));
    }

    private static List<LeanPod> labelledOtherwise(DaemonSet set, String hash, Caches caches) {
        return caches.of(LeanPod.PODS).byIndex(PodIndexes.BY_CONTROLLER, set.uid()).stream()
                .filter(pod -> !hash.equals(pod.labels().get(Labels.REVISION)))
                .toList();
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var set = snapshot.set();
        if (snapshot.selectsAll()) {
            var note = "This daemon set is selecting all pods. A non-empty selector is required.";
            return Plan.of("it selects all pods", Step.warning(set.ref(), Reasons.SELECTING_ALL, note));
        }
        if (set.isDeleting()) {
            return Plan.nothing("being deleted");
        }
        if (snapshot.isClaiming()) {
            var reference = OwnerReferences.toController(set);
            return snapshot.revisionClaims().isNothing()
                    ? snapshot.podClaims().plan(reference)
                    : snapshot.revisionClaims().plan(reference);
        }
        return new RevisionUpkeep(snapshot).decide().orElseGet(() -> {
            var revisions = Plan.inOrder(
                    "its template is revision " + snapshot.revisions().current().name(),
                    snapshot.revisions().writes());
            return revisions.then(pods(snapshot));
        });
    }

    /// Outdated pods are replaced once every node has a pod.
    private static Plan pods(Snapshot snapshot) {
        var upkeep = new SlotUpkeep(snapshot).plan();
        if (!upkeep.isNothing() || !snapshot.settings().updatesByRolling()) {
            return upkeep;
        }
        int surge = snapshot.settings().maxSurge(snapshot.wanted());
        var update = surge > 0 ? new SurgingUpdate(snapshot).decide() : new RollingUpdate(snapshot).decide();
        boolean waitsForFailed = upkeep.wakeIn().isPresent();
        return update.isNothing() && waitsForFailed ? upkeep : upkeep.then(update);
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        if (snapshot.selectsAll() || snapshot.set().isDeleting()) {
            return Plan.nothing("has no status of its own");
        }
        if (snapshot.isClaiming()) {
            return snapshot.revisionClaims().isNothing()
                    ? snapshot.podClaims().awaited(writes)
                    : snapshot.revisionClaims().awaited(writes);
        }
        var upkeep = new RevisionUpkeep(snapshot);
        if (upkeep.decide().isPresent()) {
            return Plan.nothing("goes on when the caches show its revisions");
        }
        var calculator = new DaemonSetStatusCalculator(snapshot);
        return calculator
                .plan()
                .then(writes.firstFailure().isPresent() ? Plan.nothing("writes were refused") : upkeep.truncated())
                .wakingIn(calculator.untilNextAvailable());
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        boolean lookedAfterPods = !snapshot.selectsAll()
                && !snapshot.set().isDeleting()
                && !snapshot.isClaiming()
                && new RevisionUpkeep(snapshot).decide().isEmpty();
        var failedPods = lookedAfterPods
                ? snapshot.failedPods().after(new SlotUpkeep(snapshot).failed(), snapshot.now())
                : snapshot.failedPods();
        memory.keep(
                snapshot.set().key(),
                new Remembered(
                        snapshot.slots(),
                        SetRevisions.Known.of(snapshot.set(), snapshot.history(), snapshot.revisions()),
                        failedPods));
    }

    @Override
    public void measureStale(ObjectKey key, Resource<?> behind) {
        staleSyncs.ifPresent(counted -> counted.record(behind));
    }
}
