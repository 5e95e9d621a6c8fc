package dev.kcm.controllers.workload.deployment;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodCounts;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/// Rolls a Deployment's template out over ReplicaSets. Stateless: every sync starts from the
/// ReplicaSets as they are, and one sync writes each of them at most once.
public final class DeploymentController implements Reconciler<Snapshot> {
    private static final Index<ReplicaSet> SETS_BY_CONTROLLER = Index.byController(ReplicaSet.REPLICA_SETS);

    static final String NAME = "deployment-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("deployment")
            .reconciles(Deployment.DEPLOYMENTS)
            .watches(WatchMapping.ownedBy(ReplicaSet.REPLICA_SETS, Deployment.DEPLOYMENTS))
            .watches(WatchMapping.orphansSelectedBy(
                    ReplicaSet.REPLICA_SETS, Deployment.DEPLOYMENTS, DeploymentController::selector))
            .watches(RecreatePodWatch.ofDeletedPods(Deployment.DEPLOYMENTS))
            .indexes(SETS_BY_CONTROLLER)
            .tallies(PodCounts.BY_OWNER)
            .writes(
                    "create replicasets",
                    "update replicasets",
                    "patch replicasets",
                    "delete replicasets",
                    "update deployments",
                    "update deployments/status")
            .workers(options -> options.of(DeploymentOptions.FLAGS).concurrentSyncs())
            .builtBy(settings -> new DeploymentController(
                    settings.live(), settings.gates().isEnabled("DeploymentReplicaSetTerminatingReplicas")));

    private final LiveReads live;
    private final boolean reportsTerminating;

    DeploymentController(LiveReads live, boolean reportsTerminating) {
        this.live = live;
        this.reportsTerminating = reportsTerminating;
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(Deployment.DEPLOYMENTS, key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var deployment = found.get();
        var sets = caches.of(ReplicaSet.REPLICA_SETS);
        var own = sets.byIndex(SETS_BY_CONTROLLER, deployment.uid());
        var orphans = sets.byIndex(SETS_BY_CONTROLLER, Index.orphansIn(key.namespace()));
        var selector = selector(deployment);
        var claims = Snapshot.selectsEverything(deployment)
                ? Claims.none(ReplicaSet.REPLICA_SETS, deployment)
                : Claims.wanted(ReplicaSet.REPLICA_SETS, deployment, selector, own, orphans);
        if (!claims.adopt().isEmpty() && !live.isStillThere(Deployment.DEPLOYMENTS, deployment)) {
            return new Observation.Stale<>("the caches to show that it is gone");
        }
        var selected =
                own.stream().filter(set -> selector.matches(set.labels())).toList();
        var owned = OwnedReplicaSets.of(deployment, selected);
        return new Observation.Observed<>(new Snapshot(
                deployment,
                owned,
                claims,
                owned.old().stream().anyMatch(set -> hasPods(set, caches)),
                owned.current().isEmpty() && isTaken(NewReplicaSet.name(deployment), deployment, caches),
                reportsTerminating,
                now));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (snapshot.selectsEverything()) {
            return Plan.of(
                    "selects every pod",
                    Step.warning(
                            snapshot.deployment().ref(),
                            Reasons.SELECTING_ALL,
                            "This deployment is selecting all pods. A non-empty selector is" + " required."));
        }
        return snapshot.claims().isNothing()
                ? withoutClaims(snapshot)
                : snapshot.claims().plan(OwnerReferences.toController(snapshot.deployment()));
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        if (!snapshot.claims().isNothing()) {
            return snapshot.claims().awaited(writes);
        }
        return snapshot.rollsBack()
                ? Plan.nothing("reports once it has rolled back")
                : DeploymentStatusCalculator.after(snapshot, writes);
    }

    private static Plan withoutClaims(Snapshot snapshot) {
        if (snapshot.deployment().isDeleting()) {
            return resize(snapshot, ReplicaSetScaling.KEEP, "being deleted");
        }
        if (snapshot.isPaused()) {
            return resize(snapshot, ReplicaSetScaling.scaled(snapshot.deployment(), snapshot.sets()), "paused")
                    .then(cleanUp(snapshot));
        }
        if (snapshot.needsNewSet()) {
            return createReplicaSet(snapshot);
        }
        var rollback = Rollback.requested(snapshot.deployment());
        if (rollback.isPresent()) {
            return Rollback.plan(snapshot, rollback.get());
        }
        if (snapshot.isScalingEvent()) {
            return resize(
                    snapshot,
                    ReplicaSetScaling.scaled(snapshot.deployment(), snapshot.sets()),
                    "scaled to " + snapshot.desired());
        }
        return switch (snapshot.deployment().spec().strategy().type()) {
            case StrategyTypes.RECREATE -> recreate(snapshot);
            case StrategyTypes.ROLLING_UPDATE -> rollingUpdate(snapshot);
            default ->
                throw new IllegalStateException("Deployment %s has an unknown strategy %s"
                        .formatted(
                                snapshot.deployment().key(),
                                snapshot.deployment().spec().strategy().type()));
        };
    }

    private static Plan rollingUpdate(Snapshot snapshot) {
        var current = snapshot.sets().current().orElseThrow();
        var sizes = ReplicaSetScaling.rolling(snapshot.deployment(), snapshot.sets(), current);
        if (sizes.changeAnything(snapshot.sets())) {
            return resize(snapshot, sizes, "rolling update moves on");
        }
        return resize(snapshot, sizes, "rolling update waits for pods or is done")
                .then(cleanUpWhenComplete(snapshot));
    }

    /// All old pods end before the first new one starts.
    private static Plan recreate(Snapshot snapshot) {
        var down = ReplicaSetScaling.emptied(snapshot.sets().activeOld());
        if (down.changeAnything(snapshot.sets())) {
            return resize(snapshot, down, "recreate: old pods go first");
        }
        if (snapshot.oldPodsRunning()) {
            return resize(snapshot, ReplicaSetScaling.KEEP, "recreate: waits for old pods to end");
        }
        var current = snapshot.sets().current().orElseThrow();
        return resize(snapshot, ReplicaSetScaling.full(snapshot.deployment(), current), "recreate: old pods are gone")
                .then(cleanUpWhenComplete(snapshot));
    }

    /// When the name is taken nothing is created: the status gets the next collisionCount, and with it the set another
    /// name. Whether a refusal is worth an event depends on why ([DeploymentStatusCalculator]).
    private static Plan createReplicaSet(Snapshot snapshot) {
        if (snapshot.nameTaken()) {
            return Plan.nothing("the name %s is taken".formatted(NewReplicaSet.name(snapshot.deployment())));
        }
        int size = ReplicaSetScaling.currentSizeWithinSurge(snapshot.deployment(), snapshot.sets(), 0);
        var set = NewReplicaSet.of(snapshot.deployment(), snapshot.sets(), size);
        var event = new Step.EventTemplate(
                snapshot.deployment().ref(),
                size > 0 ? Reasons.SCALING : "",
                "Scaled up replica set %s from 0 to " + size,
                "",
                "");
        return Plan.of("a ReplicaSet for the new template", Step.create(set).withEvent(event));
    }

    /// Scales every set, and copies annotations and minReadySeconds to the current one, with at most one write each.
    private static Plan resize(Snapshot snapshot, ReplicaSetScaling sizes, String why) {
        var steps = new ArrayList<Step>();
        snapshot.sets().all().forEach(set -> {
            var isCurrent = snapshot.sets().current().filter(set::equals).isPresent();
            var updated = isCurrent ? NewReplicaSet.updated(set, snapshot.deployment(), snapshot.sets()) : set;
            var size = sizes.of(set);
            var target = size.map(count -> NewReplicaSet.sized(updated, snapshot.deployment(), count))
                    .orElse(updated);
            if (!target.equals(set)) {
                steps.add(Step.update(target).withEvent(scalingEvent(snapshot, set, target)));
            }
        });
        return Plan.inOrder(why, steps);
    }

    private static Optional<Step.EventTemplate> scalingEvent(Snapshot snapshot, ReplicaSet before, ReplicaSet after) {
        int from = OwnedReplicaSets.size(before);
        int to = OwnedReplicaSets.size(after);
        if (from == to) {
            return Optional.empty();
        }
        return Optional.of(new Step.EventTemplate(
                snapshot.deployment().ref(),
                Reasons.SCALING,
                "Scaled %s replica set %%s from %d to %d".formatted(from < to ? "up" : "down", from, to),
                "",
                ""));
    }

    private static Plan cleanUpWhenComplete(Snapshot snapshot) {
        return DeploymentStatusCalculator.isComplete(
                        snapshot.deployment(), snapshot.deployment().status())
                ? cleanUp(snapshot)
                : Plan.nothing("not complete");
    }

    private static Plan cleanUp(Snapshot snapshot) {
        var beyondLimit = ReplicaSetScaling.beyondHistoryLimit(snapshot.deployment(), snapshot.sets());
        return beyondLimit.isEmpty()
                ? Plan.nothing(snapshot.isPaused() ? "paused" : "rollout complete")
                : Plan.inOrder(
                        "history beyond the limit",
                        beyondLimit.stream().map(set -> Step.delete(set)).toList());
    }

    private static Selector selector(Deployment deployment) {
        return deployment.spec().selector().map(Selector::of).orElse(Selector.nothing());
    }

    private static boolean hasPods(ReplicaSet set, Caches caches) {
        var counts = caches.of(LeanPod.PODS).tallied(PodCounts.BY_OWNER, set.uid());
        return set.status().replicas() > 0 || counts.active() + counts.terminating() > 0;
    }

    private static boolean isTaken(String name, Deployment deployment, Caches caches) {
        return caches.find(ReplicaSet.REPLICA_SETS, new ObjectKey(deployment.namespace(), name))
                .isPresent();
    }
}
