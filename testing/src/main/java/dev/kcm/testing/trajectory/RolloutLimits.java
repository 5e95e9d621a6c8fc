package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.DeploymentSpec;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.RollingUpdateDeployment;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.value.IntOrString;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// What Deployments and sets of pods were asked for, and when. A controller acts on what it has read, and a newer
/// spec may be stored in between: it is held to the least demanding one it may still be acting on.
///
/// Breaks no promise itself; it goes before the invariants that use it.
final class RolloutLimits implements Invariant {
    private static final IntOrString QUARTER = new IntOrString.Text("25%");

    /// What a spec asked for.
    ///
    /// @param least available pods, `MIN_VALUE` where none are promised
    /// @param most pods that its sets may ask for, `MAX_VALUE` where all are replaced at once
    private record Limits(long generation, Instant since, int replicas, int least, int most) {}

    private final Map<String, List<Limits>> asked = new HashMap<>();
    private final Map<String, Long> observed = new HashMap<>();
    private final Map<String, Instant> observedAt = new HashMap<>();
    private final Map<String, Instant> disturbances = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        switch (change.object()) {
            case Deployment it -> {
                note(it, limits(it, world.now()));
                noteObserved(it, it.status().observedGeneration(), world);
            }
            case ReplicaSet it -> {
                note(it, limits(it, replicas(it), world.now()));
                noteObserved(it, it.status().observedGeneration(), world);
            }
            case ReplicationController it -> {
                note(it, limits(it, replicas(it), world.now()));
                noteObserved(it, it.status().observedGeneration(), world);
            }
            case Pod pod -> noteDisturbance(pod, change, world);
            default -> {}
        }
    }

    static int replicas(ReplicaSet set) {
        return set.spec().replicas().orElse(1);
    }

    static int replicas(ReplicationController set) {
        return set.spec().replicas().orElse(1);
    }

    /// How many available pods the Deployment must leave while its controller may act on any spec since the one it last
    /// said it had observed; none if one of them promises nothing.
    OptionalInt leastAvailable(Deployment deployment) {
        return least(sinceObserved(deployment));
    }

    /// As above, for one of its sets that may still be acting on what it was told before its last status.
    OptionalInt leastAvailable(Deployment deployment, ReplicaSet set, World world) {
        var since = observedAt.getOrDefault(set.uid(), Instant.MIN);
        return least(inForceSince(deployment, since, world));
    }

    /// How many pods the Deployment's sets may ask for together.
    int mostAskedFor(Deployment deployment) {
        return sinceObserved(deployment).stream().mapToInt(Limits::most).max().orElse(Integer.MAX_VALUE);
    }

    /// The fewest pods that a set may still believe it should have.
    int fewestWanted(KubeObject set, World world) {
        return inForceSince(set, observedAt.getOrDefault(set.uid(), Instant.MIN), world).stream()
                .mapToInt(Limits::replicas)
                .min()
                .orElse(0);
    }

    /// Whether pods of the Deployment were lately lost by no order of its controllers, which they may not know yet.
    boolean isDisturbed(Deployment deployment, World world) {
        return Optional.ofNullable(disturbances.get(deployment.uid()))
                .filter(at -> !world.isLongAgo(at))
                .isPresent();
    }

    private void note(KubeObject object, Limits limits) {
        var all = asked.computeIfAbsent(object.uid(), _ -> new ArrayList<>());
        if (all.isEmpty() || all.getLast().generation() != limits.generation()) {
            all.add(limits);
        }
    }

    private void noteObserved(KubeObject object, long generation, World world) {
        var before = observed.put(object.uid(), generation);
        if (before == null || before != generation) {
            observedAt.put(object.uid(), before == null ? Instant.MIN : world.now());
        }
    }

    private void noteDisturbance(Pod pod, ObservedChange change, World world) {
        boolean isOrdered = change.beginsDeletion() && !world.userWrites().deleted(pod);
        boolean wasReady =
                change.before().map(Pod.class::cast).filter(PodFacts::isReady).isPresent();
        boolean isLost = wasReady && !pod.isDeleting() && (!PodFacts.isReady(pod) || change.isRemoval());
        boolean isTaken = change.beginsDeletion() && !isOrdered;
        boolean isReleased = change.before()
                .filter(it -> World.controllerReference(it).isPresent())
                .filter(_ -> World.controllerReference(pod).isEmpty())
                .isPresent();
        if ((isLost && !isOrdered) || isTaken || isReleased) {
            var last = change.before().orElse(pod);
            world.controllerOf(last, ReplicaSet.class)
                    .flatMap(set -> world.controllerOf(set, Deployment.class))
                    .ifPresent(deployment -> disturbances.put(deployment.uid(), world.now()));
        }
    }

    private List<Limits> sinceObserved(Deployment deployment) {
        long generation = observed.getOrDefault(deployment.uid(), 0L);
        return asked.getOrDefault(deployment.uid(), List.of()).stream()
                .filter(it -> it.generation() >= generation)
                .toList();
    }

    /// The spec that was in force then, and all after it.
    private List<Limits> inForceSince(KubeObject object, Instant since, World world) {
        var all = asked.getOrDefault(object.uid(), List.of());
        var start = since.equals(Instant.MIN) ? since : since.minus(world.lag());
        int first = 0;
        while (first + 1 < all.size() && !all.get(first + 1).since().isAfter(start)) {
            first++;
        }
        return all.subList(first, all.size());
    }

    private static OptionalInt least(List<Limits> candidates) {
        var least = candidates.stream().mapToInt(Limits::least).min();
        return least.isPresent() && least.getAsInt() == Integer.MIN_VALUE ? OptionalInt.empty() : least;
    }

    private static Limits limits(KubeObject set, int replicas, Instant now) {
        return new Limits(set.metadata().generation(), now, replicas, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static Limits limits(Deployment deployment, Instant now) {
        var spec = deployment.spec();
        int replicas = spec.replicas().orElse(1);
        long generation = deployment.metadata().generation();
        if (spec.strategy().type().equals("Recreate")) {
            return new Limits(generation, now, replicas, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        int surge = rolling(spec)
                .flatMap(RollingUpdateDeployment::maxSurge)
                .orElse(QUARTER)
                .scaled(replicas, true);
        int down = rolling(spec)
                .flatMap(RollingUpdateDeployment::maxUnavailable)
                .orElse(QUARTER)
                .scaled(replicas, false);
        int unavailable = surge == 0 && down == 0 ? 1 : Math.min(down, replicas);
        return new Limits(generation, now, replicas, replicas - unavailable, replicas + surge);
    }

    private static Optional<RollingUpdateDeployment> rolling(DeploymentSpec spec) {
        return spec.strategy().rollingUpdate();
    }
}
