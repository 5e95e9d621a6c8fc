package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v2.HPAScalingPolicy;
import dev.kcm.model.autoscaling.v2.HPAScalingRules;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.core.v1.ReplicationController;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/// An autoscaler scales its target to no size outside its bounds, not faster than its policies allow, and not below
/// the size it scaled up to within its window for scaling down. What it remembers is lost with its process, so sizes
/// within a period are held against the widest that was seen in it.
final class AutoscalingLimits implements Invariant {
    private static final String NAME = "autoscaling-limits";
    private static final Duration USUAL_WINDOW = Duration.ofMinutes(5);
    private static final int ALWAYS_ALLOWED = 4;

    private record Size(int replicas, Instant at) {}

    private final Map<String, List<Size>> sizes = new HashMap<>();
    private final Map<String, Size> scaledUpTo = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        var object = change.object();
        var now = replicas(object);
        if (now.isEmpty() || change.isRemoval()) {
            return;
        }
        var was = change.before().flatMap(AutoscalingLimits::replicas);
        if (was.isPresent() && !was.equals(now) && isOurs(object, world)) {
            autoscaler(object, world)
                    .flatMap(autoscaler -> fault(autoscaler, object, was.get(), now.get(), world.now())
                            .map(fault -> Violation.of(
                                    NAME,
                                    autoscaler,
                                    "%s %s was scaled from %d to %d, %s"
                                            .formatted(
                                                    object.resource().kind(),
                                                    object.name(),
                                                    was.get(),
                                                    now.get(),
                                                    fault),
                                    change)))
                    .ifPresent(violations);
            if (now.get() > was.get()) {
                scaledUpTo.put(object.uid(), new Size(now.get(), world.now()));
            }
        }
        if (!was.equals(now)) {
            sizes.computeIfAbsent(object.uid(), _ -> new ArrayList<>()).add(new Size(now.get(), world.now()));
        }
    }

    /// Nobody else scales it: users do as they like, and a Deployment scales its own sets.
    private static boolean isOurs(KubeObject object, World world) {
        return world.settings().runs("horizontal-pod-autoscaler-controller")
                && !world.userWrites().changed(object)
                && World.controllerReference(object).isEmpty();
    }

    private static Optional<HorizontalPodAutoscaler> autoscaler(KubeObject target, World world) {
        var meant = world.objects().stream()
                .filter(HorizontalPodAutoscaler.class::isInstance)
                .map(HorizontalPodAutoscaler.class::cast)
                .filter(autoscaler -> !world.userWrites().changed(autoscaler))
                .filter(autoscaler -> isTarget(autoscaler, target))
                .toList();
        return meant.size() == 1 ? Optional.of(meant.getFirst()) : Optional.empty();
    }

    private static boolean isTarget(HorizontalPodAutoscaler autoscaler, KubeObject target) {
        var reference = autoscaler.spec().scaleTargetRef();
        return reference.name().equals(target.name())
                && reference.kind().equals(target.resource().kind());
    }

    private Optional<String> fault(
            HorizontalPodAutoscaler autoscaler, KubeObject target, int was, int now, Instant at) {
        var spec = autoscaler.spec();
        int min = spec.minReplicas().orElse(1);
        if (now < min || now > spec.maxReplicas()) {
            return Optional.of("and its bounds are %d and %d".formatted(min, spec.maxReplicas()));
        }
        if (was < min || was > spec.maxReplicas()) {
            return Optional.empty();
        }
        return now > was ? tooFastUp(autoscaler, target, was, now, at) : tooFastDown(autoscaler, target, now, at);
    }

    private Optional<String> tooFastUp(
            HorizontalPodAutoscaler autoscaler, KubeObject target, int was, int now, Instant at) {
        var behavior = autoscaler.spec().behavior();
        int most = behavior.isEmpty()
                ? Math.max(2 * was, ALWAYS_ALLOWED)
                : policies(behavior.get().scaleUp())
                        .mapToInt(policy -> {
                            int start = within(target, policy, at)
                                    .mapToInt(Size::replicas)
                                    .max()
                                    .orElse(was);
                            return policy.type().equals("Pods")
                                    ? start + policy.value()
                                    : (int) Math.ceil(start * (1 + policy.value() / 100.0));
                        })
                        .max()
                        .orElse(Integer.MAX_VALUE);
        return now > most ? Optional.of("and its policies allow no more than " + most) : Optional.empty();
    }

    private Optional<String> tooFastDown(HorizontalPodAutoscaler autoscaler, KubeObject target, int now, Instant at) {
        var rules = autoscaler.spec().behavior().flatMap(it -> it.scaleDown());
        var window = rules.flatMap(HPAScalingRules::stabilizationWindowSeconds)
                .map(Duration::ofSeconds)
                .orElse(USUAL_WINDOW);
        var up = Optional.ofNullable(scaledUpTo.get(target.uid()))
                .filter(size -> now < size.replicas() && at.isBefore(size.at().plus(window)));
        if (up.isPresent()) {
            return Optional.of("and had been scaled up to %d within the %d s of its window"
                    .formatted(up.get().replicas(), window.toSeconds()));
        }
        var least = policies(rules).mapToInt(leastBy(target, at)).min();
        return least.isPresent() && now < least.getAsInt()
                ? Optional.of("and its policies allow no fewer than " + least.getAsInt())
                : Optional.empty();
    }

    private ToIntFunction<HPAScalingPolicy> leastBy(KubeObject target, Instant at) {
        return policy -> {
            int start =
                    within(target, policy, at).mapToInt(Size::replicas).min().orElse(0);
            return policy.type().equals("Pods") ? start - policy.value() : (int) (start * (1 - policy.value() / 100.0));
        };
    }

    /// A direction that is switched off has no policies to be held to here: it is seen not to move.
    private static Stream<HPAScalingPolicy> policies(Optional<HPAScalingRules> rules) {
        return rules.map(HPAScalingRules::policies).orElse(List.of()).stream();
    }

    /// The sizes a target had during a policy's period.
    private Stream<Size> within(KubeObject target, HPAScalingPolicy policy, Instant at) {
        var since = at.minusSeconds(policy.periodSeconds());
        var known = sizes.getOrDefault(target.uid(), List.of());
        var before = known.stream().filter(size -> !size.at().isAfter(since)).reduce((_, last) -> last);
        return Stream.concat(
                before.stream(), known.stream().filter(size -> size.at().isAfter(since)));
    }

    private static Optional<Integer> replicas(KubeObject object) {
        return switch (object) {
            case Deployment it -> it.spec().replicas();
            case ReplicaSet it -> it.spec().replicas();
            case StatefulSet it -> it.spec().replicas();
            case ReplicationController it -> it.spec().replicas();
            default -> Optional.empty();
        };
    }
}
