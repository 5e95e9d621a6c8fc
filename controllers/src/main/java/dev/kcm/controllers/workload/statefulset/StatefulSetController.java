package dev.kcm.controllers.workload.statefulset;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.controllers.shared.revisions.RevisionHistory;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Gives a StatefulSet its pods. A sync has three stages, each of which may end it: every wanted ordinal has its pod,
/// pods too many go, outdated pods go. Stateless but for what saves it from comparing a template again.
public final class StatefulSetController implements Reconciler<Snapshot> {
    static final String NAME = "statefulset-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("statefulset")
            .reconciles(StatefulSet.STATEFUL_SETS)
            .watches(WatchMapping.ownedBy(LeanPod.PODS, StatefulSet.STATEFUL_SETS))
            .watches(WatchMapping.orphansSelectedBy(LeanPod.PODS, StatefulSet.STATEFUL_SETS, SetSettings::selector))
            .watches(WatchMapping.ownedBy(ControllerRevision.CONTROLLER_REVISIONS, StatefulSet.STATEFUL_SETS))
            .watches(OwnClaims.watch())
            .indexes(PodIndexes.BY_CONTROLLER)
            .indexes(RevisionHistory.BY_CONTROLLER)
            .tallies(OwnedPods.BY_SET)
            .tallies(OwnClaims.BY_PREFIX)
            .writes(
                    "create pods",
                    "delete pods",
                    "patch pods",
                    "create persistentvolumeclaims",
                    "update persistentvolumeclaims",
                    "create controllerrevisions",
                    "update controllerrevisions",
                    "patch controllerrevisions",
                    "delete controllerrevisions",
                    "update statefulsets/status")
            .workers(options -> options.of(StatefulSetOptions.FLAGS).concurrentSyncs())
            .builtBy(StatefulSetController::new);

    private final LiveReads live;
    private final boolean comparesDefaulted;
    private final Optional<StatefulSetMetrics> metrics;
    private final Memory<SetRevisions.Match> matches = new Memory<>();

    StatefulSetController(Settings settings) {
        this.live = settings.live();
        this.comparesDefaulted = settings.gates().isEnabled("StatefulSetSemanticRevisionComparison");
        this.metrics = settings.gates().isEnabled("MaxUnavailableStatefulSet")
                ? Optional.of(StatefulSetMetrics.in(settings.metrics()))
                : Optional.empty();
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(StatefulSet.STATEFUL_SETS, key);
        if (found.isEmpty()) {
            matches.forget(key);
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
                || !snapshot.adoptedRevisions().adopt().isEmpty();
        return adopts && !live.isStillThere(StatefulSet.STATEFUL_SETS, set)
                ? new Observation.Stale<>("the caches to show that it is gone")
                : new Observation.Observed<>(snapshot);
    }

    private Snapshot snapshot(StatefulSet set, Selector selector, Caches caches, Instant now) {
        var revisions = caches.of(ControllerRevision.CONTROLLER_REVISIONS);
        var history = RevisionHistory.of(set, selector, revisions);
        var pods = caches.of(LeanPod.PODS).tallied(OwnedPods.BY_SET, set.uid());
        return new Snapshot(
                set,
                set.isDeleting()
                        ? Claims.none(ControllerRevision.CONTROLLER_REVISIONS, set)
                        : new Claims<>(
                                ControllerRevision.CONTROLLER_REVISIONS,
                                set.uid(),
                                RevisionHistory.orphans(set, selector, revisions),
                                List.of()),
                podClaims(set, selector, pods, caches),
                history,
                SetRevisions.of(
                        set,
                        history,
                        name -> revisions.find(new ObjectKey(set.namespace(), name)),
                        matches.of(set.key()),
                        comparesDefaulted),
                pods.byOrdinal(set, selector),
                pods.misnamed(set, selector),
                OwnClaims.of(set, caches.of(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)),
                metrics.isPresent(),
                now);
    }

    private static Claims<LeanPod> podClaims(StatefulSet set, Selector selector, OwnedPods pods, Caches caches) {
        if (set.isDeleting()) {
            return Claims.none(LeanPod.PODS, set);
        }
        var orphans = caches.of(LeanPod.PODS).byIndex(PodIndexes.BY_CONTROLLER, Index.orphansIn(set.namespace()));
        return new Claims<>(
                LeanPod.PODS,
                set.uid(),
                orphans.stream()
                        .filter(pod -> !pod.isDeleting() && OwnedPods.isMember(set, selector, pod))
                        .toList(),
                pods.strays(set, selector));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (snapshot.isClaiming()) {
            var reference = OwnerReferences.toController(snapshot.set());
            return snapshot.adoptedRevisions().isNothing()
                    ? snapshot.podClaims().plan(reference)
                    : snapshot.adoptedRevisions().plan(reference);
        }
        if (snapshot.set().isDeleting()) {
            return Plan.nothing("being deleted");
        }
        var revision = snapshot.revisions()
                .write()
                .map(write -> Plan.of(
                        "its template is revision "
                                + snapshot.revisions().update().name(),
                        write))
                .orElse(Plan.nothing("its template has its revision"));
        return revision.then(stages(snapshot));
    }

    private static Plan stages(Snapshot snapshot) {
        var replicas = new ReplicaStage(snapshot).decide();
        if (replicas.ends()) {
            return replicas.plan();
        }
        var scaled = new ScaleDownStage(snapshot).decide();
        var plan = replicas.plan().then(scaled.plan());
        return scaled.ends() ? plan : plan.then(new UpdateStage(snapshot).decide());
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        if (snapshot.isClaiming()) {
            return snapshot.adoptedRevisions().isNothing()
                    ? snapshot.podClaims().awaited(writes)
                    : snapshot.adoptedRevisions().awaited(writes);
        }
        var calculator = new StatefulSetStatusCalculator(snapshot, writes);
        return Plan.together("refusals are told", new SetEvents(snapshot.set()).failures(writes))
                .then(calculator.plan())
                .then(truncated(snapshot))
                .wakingIn(calculator.untilNextAvailable());
    }

    /// Revisions that neither the set nor a pod is of go, the oldest first, but for as many as the set keeps.
    private static Plan truncated(Snapshot snapshot) {
        Set<String> live = new HashSet<>();
        live.add(snapshot.revisions().current().name());
        live.add(snapshot.revisions().update().name());
        snapshot.pods().kinds().forEach(held -> live.add(held.kind().revision()));
        snapshot.misnamed().forEach(pod -> live.add(PodKind.of(pod).revision()));
        return Plan.inOrder(
                "old revisions go",
                snapshot.history().surplus(live, snapshot.settings().revisionHistoryLimit()).stream()
                        .map(Step::delete)
                        .toList());
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        if (snapshot.revisions().write().isEmpty()) {
            matches.keep(
                    snapshot.set().key(),
                    SetRevisions.Match.of(snapshot.set(), snapshot.revisions().update()));
        }
        metrics.ifPresent(counted -> counted.record(snapshot));
    }
}
