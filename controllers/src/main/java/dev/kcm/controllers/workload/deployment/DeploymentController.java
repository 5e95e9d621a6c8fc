package dev.kcm.controllers.workload.deployment;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodCounts;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.LabelSelector;
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
public final class DeploymentController implements Reconciler<DeploymentController.Snapshot> {
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
            .builtBy(settings -> new DeploymentController(settings.live()));

    /// @param claims ReplicaSets to adopt and to release; adopted ones are already among `sets`
    /// @param oldPodsRunning whether a pod of an old set has not ended yet
    /// @param nameTaken whether a ReplicaSet that is not ours has the name the next one would get
    record Snapshot(
            Deployment deployment,
            OwnedReplicaSets sets,
            Claims<ReplicaSet> claims,
            boolean oldPodsRunning,
            boolean nameTaken,
            Instant now) {

        int desired() {
            return deployment.spec().replicas().orElse(1);
        }

        boolean selectsEverything() {
            return deployment
                    .spec()
                    .selector()
                    .filter(LabelSelector.EMPTY::equals)
                    .isPresent();
        }

        boolean isPaused() {
            return deployment.spec().paused();
        }

        /// Whether spec.replicas changed since the sets were last scaled, which the annotation on them shows.
        boolean isScalingEvent() {
            return sets.active().stream()
                    .map(set -> OwnedReplicaSets.count(set, Annotations.DESIRED_REPLICAS))
                    .flatMap(Optional::stream)
                    .anyMatch(annotated -> annotated != desired());
        }

        /// Deployments that are paused or being scaled keep their proportions and report no progress.
        boolean rollsOut() {
            return !deployment.isDeleting() && !isPaused() && !isScalingEvent();
        }
    }

    private final LiveReads live;

    DeploymentController(LiveReads live) {
        this.live = live;
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
        var selector = selector(deployment);
        var claims = Claims.of(
                ReplicaSet.REPLICA_SETS,
                deployment,
                selector,
                own,
                sets.byIndex(SETS_BY_CONTROLLER, Index.orphansIn(key.namespace())),
                () -> live.isStillThere(Deployment.DEPLOYMENTS, deployment));
        var claimed = new ArrayList<>(
                own.stream().filter(set -> selector.matches(set.labels())).toList());
        claimed.addAll(claims.adopt());
        var owned = OwnedReplicaSets.of(deployment, claimed);
        return new Observation.Observed<>(new Snapshot(
                deployment,
                owned,
                claims,
                owned.old().stream().anyMatch(set -> hasPods(set, caches)),
                owned.current().isEmpty() && isTaken(NewReplicaSet.name(deployment), deployment, caches),
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
        return snapshot.claims()
                .plan(OwnerReferences.toController(snapshot.deployment()))
                .then(afterClaims(snapshot));
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return DeploymentStatusCalculator.after(snapshot, writes);
    }

    private static Plan afterClaims(Snapshot snapshot) {
        if (snapshot.deployment().isDeleting()) {
            return resize(snapshot, ReplicaSetScaling.KEEP, "being deleted");
        }
        if (snapshot.isPaused()) {
            return resize(snapshot, ReplicaSetScaling.scaled(snapshot.deployment(), snapshot.sets()), "paused")
                    .then(cleanUp(snapshot));
        }
        var rollback = Rollback.requested(snapshot.deployment());
        if (rollback.isPresent()) {
            return snapshot.sets().current().isEmpty()
                    ? createReplicaSet(snapshot)
                    : Rollback.plan(snapshot, rollback.get());
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
        var current = snapshot.sets().current();
        if (current.isEmpty()) {
            return createReplicaSet(snapshot);
        }
        var sizes = ReplicaSetScaling.rolling(snapshot.deployment(), snapshot.sets(), current.get());
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
        return snapshot.sets()
                .current()
                .map(current -> resize(
                                snapshot,
                                ReplicaSetScaling.full(snapshot.deployment(), current),
                                "recreate: old pods are gone")
                        .then(cleanUpWhenComplete(snapshot)))
                .orElseGet(() -> createReplicaSet(snapshot));
    }

    /// When the name is taken nothing is created: the status gets the next collisionCount, and with it the set another
    /// name.
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
                Reasons.SET_CREATE_ERROR,
                "Failed to create new replica set \"" + set.name() + "\": %s");
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
