package dev.kcm.controllers.workload.deployment;

import dev.kcm.controllers.ownership.Claims;
import dev.kcm.controllers.pods.PodCounts;
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
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.controller.Watching;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/// Rolls a Deployment's template out over ReplicaSets. Stateless: every look starts from the
/// ReplicaSets as they are, and one look changes each of them at most once.
public final class DeploymentReconciler implements Reconciler<DeploymentReconciler.Seen> {
    private static final Index<ReplicaSet> SETS_BY_CONTROLLER = Index.byController(ReplicaSet.REPLICA_SETS);

    public static final ControllerSpec SPEC = ControllerSpec.named("deployment-controller")
            .alias("deployment")
            .reconciles(Deployment.DEPLOYMENTS)
            .watches(Watching.ownedBy(ReplicaSet.REPLICA_SETS, Deployment.DEPLOYMENTS))
            .watches(Watching.orphansSelectedBy(
                    ReplicaSet.REPLICA_SETS, Deployment.DEPLOYMENTS, DeploymentReconciler::selector))
            .watches(RecreateWatch.lastPodOf(Deployment.DEPLOYMENTS))
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
            .builtBy(settings -> new DeploymentReconciler(settings.live()));

    /// @param claims ReplicaSets to adopt and to release; adopted ones are already among `sets`
    /// @param oldPodsRun whether a pod of an old set is not finished yet
    /// @param nameTaken whether a ReplicaSet that is not ours has the name the next one would get
    record Seen(
            Deployment deployment,
            Sets sets,
            Claims<ReplicaSet> claims,
            boolean oldPodsRun,
            boolean nameTaken,
            Instant now) {

        int wanted() {
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

        /// Whether the wanted number changed since the sets were last sized, rather than the
        /// template.
        boolean wasScaled() {
            return sets.active().stream()
                    .map(set -> Sets.count(set, Annotations.DESIRED_REPLICAS))
                    .flatMap(Optional::stream)
                    .anyMatch(desired -> desired != wanted());
        }

        /// Paused and freshly scaled Deployments keep their proportions and report no progress.
        boolean rollsOut() {
            return !deployment.isDeleting() && !isPaused() && !wasScaled();
        }
    }

    private final LiveReads live;

    DeploymentReconciler(LiveReads live) {
        this.live = live;
    }

    @Override
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        if (!caches.showOurWritesTo(key)) {
            return new Sight.Behind<>("its own earlier writes");
        }
        var found = caches.find(Deployment.DEPLOYMENTS, key);
        if (found.isEmpty()) {
            return new Sight.Gone<>();
        }
        var deployment = found.get();
        var sets = caches.of(ReplicaSet.REPLICA_SETS);
        var own = sets.under(SETS_BY_CONTROLLER, deployment.uid());
        var selector = selector(deployment);
        var claims = Claims.of(
                ReplicaSet.REPLICA_SETS,
                deployment,
                selector,
                own,
                sets.under(SETS_BY_CONTROLLER, Index.orphansIn(key.namespace())),
                () -> live.isStillThere(Deployment.DEPLOYMENTS, deployment));
        var claimed = new ArrayList<>(
                own.stream().filter(set -> selector.matches(set.labels())).toList());
        claimed.addAll(claims.adopt());
        var split = Sets.of(deployment, claimed);
        return new Sight.Seen<>(new Seen(
                deployment,
                split,
                claims,
                split.old().stream().anyMatch(set -> hasPods(set, caches)),
                split.current().isEmpty() && isTaken(NewSet.name(deployment), deployment, caches),
                now));
    }

    @Override
    public Plan decide(Seen seen) {
        if (seen.selectsEverything()) {
            return Plan.of(
                    "selects every pod",
                    Step.warn(
                            seen.deployment().ref(),
                            Reasons.SELECTING_ALL,
                            "This deployment is selecting all pods. A non-empty selector is" + " required."));
        }
        return seen.claims()
                .plan(OwnerReferences.toController(seen.deployment()))
                .then(afterClaims(seen));
    }

    @Override
    public Plan settle(Seen seen, Outcomes writes) {
        return DeploymentStatuses.after(seen, writes);
    }

    private static Plan afterClaims(Seen seen) {
        if (seen.deployment().isDeleting()) {
            return resize(seen, Sizes.KEEP, "being deleted");
        }
        if (seen.isPaused()) {
            return resize(seen, Sizes.scaled(seen.deployment(), seen.sets()), "paused")
                    .then(cleanUp(seen));
        }
        var rollback = Rollback.asked(seen.deployment());
        if (rollback.isPresent()) {
            return seen.sets().current().isEmpty() ? create(seen) : Rollback.plan(seen, rollback.get());
        }
        if (seen.wasScaled()) {
            return resize(seen, Sizes.scaled(seen.deployment(), seen.sets()), "scaled to " + seen.wanted());
        }
        return switch (seen.deployment().spec().strategy().type()) {
            case StrategyTypes.RECREATE -> recreate(seen);
            case StrategyTypes.ROLLING_UPDATE -> roll(seen);
            default ->
                throw new IllegalStateException("Deployment %s has an unknown strategy %s"
                        .formatted(
                                seen.deployment().key(),
                                seen.deployment().spec().strategy().type()));
        };
    }

    private static Plan roll(Seen seen) {
        var current = seen.sets().current();
        if (current.isEmpty()) {
            return create(seen);
        }
        var sizes = Sizes.rolling(seen.deployment(), seen.sets(), current.get());
        if (sizes.changeAnything(seen.sets())) {
            return resize(seen, sizes, "rolling update moves on");
        }
        return resize(seen, sizes, "rolling update waits for pods or is done").then(cleanUpWhenComplete(seen));
    }

    /// All old pods end before the first new one starts.
    private static Plan recreate(Seen seen) {
        var down = Sizes.emptied(seen.sets().activeOld());
        if (down.changeAnything(seen.sets())) {
            return resize(seen, down, "recreate: old pods go first");
        }
        if (seen.oldPodsRun()) {
            return resize(seen, Sizes.KEEP, "recreate: waits for old pods to end");
        }
        return seen.sets()
                .current()
                .map(current -> resize(seen, Sizes.full(seen.deployment(), current), "recreate: old pods are gone")
                        .then(cleanUpWhenComplete(seen)))
                .orElseGet(() -> create(seen));
    }

    /// A name that is taken is not tried: the collision count moves on and with it the name.
    private static Plan create(Seen seen) {
        if (seen.nameTaken()) {
            return Plan.nothing("the name %s is taken".formatted(NewSet.name(seen.deployment())));
        }
        int size = Sizes.grown(seen.deployment(), seen.sets(), 0);
        var set = NewSet.of(seen.deployment(), seen.sets(), size);
        var telling = new Step.Telling(
                seen.deployment().ref(),
                size > 0 ? Reasons.SCALING : "",
                "Scaled up replica set %s from 0 to " + size,
                Reasons.SET_CREATE_ERROR,
                "Failed to create new replica set \"" + set.name() + "\": %s");
        return Plan.of(
                "a ReplicaSet for the new template",
                new Step.Create<>(ReplicaSet.REPLICA_SETS, set, 1, Optional.of(telling)));
    }

    /// Brings every set to its size, and the current one in step with the Deployment's annotations,
    /// with at most one write each.
    private static Plan resize(Seen seen, Sizes sizes, String why) {
        var steps = new ArrayList<Step>();
        seen.sets().all().forEach(set -> {
            var isCurrent = seen.sets().current().filter(set::equals).isPresent();
            var inStep = isCurrent ? NewSet.inStep(set, seen.deployment(), seen.sets()) : set;
            var size = sizes.of(set);
            var target = size.map(count -> NewSet.sized(inStep, seen.deployment(), count))
                    .orElse(inStep);
            if (!target.equals(set)) {
                steps.add(new Step.Update<>(ReplicaSet.REPLICA_SETS, target, scaling(seen, set, target)));
            }
        });
        return Plan.inOrder(why, steps);
    }

    private static Optional<Step.Telling> scaling(Seen seen, ReplicaSet before, ReplicaSet after) {
        int from = Sets.size(before);
        int to = Sets.size(after);
        if (from == to) {
            return Optional.empty();
        }
        return Optional.of(new Step.Telling(
                seen.deployment().ref(),
                Reasons.SCALING,
                "Scaled %s replica set %%s from %d to %d".formatted(from < to ? "up" : "down", from, to),
                "",
                ""));
    }

    private static Plan cleanUpWhenComplete(Seen seen) {
        return DeploymentStatuses.isComplete(
                        seen.deployment(), seen.deployment().status())
                ? cleanUp(seen)
                : Plan.nothing("not complete");
    }

    private static Plan cleanUp(Seen seen) {
        var expendable = Sizes.expendable(seen.deployment(), seen.sets());
        return expendable.isEmpty()
                ? Plan.nothing(seen.isPaused() ? "paused" : "rollout complete")
                : Plan.inOrder(
                        "history beyond the limit",
                        expendable.stream()
                                .map(set -> Step.delete(ReplicaSet.REPLICA_SETS, set))
                                .toList());
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
