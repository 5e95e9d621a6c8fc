package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// A PodGroup keeps the finalizer that protects it as long as a pod of it may run. A pod that came a moment ago may not
/// have been noticed.
final class ProtectedPodGroupsStay implements Invariant {
    private static final String NAME = "protected-pod-groups-stay";
    private static final String FINALIZER = "scheduling.k8s.io/podgroup-protection";

    private final Map<String, Instant> memberSince = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (change.object() instanceof Pod pod) {
            memberSince.putIfAbsent(pod.uid(), world.now());
            return;
        }
        var group = change.object();
        if (!change.losesFinalizer(FINALIZER) || world.userWrites().changed(group)) {
            return;
        }
        world.objects().stream()
                .filter(Pod.class::isInstance)
                .map(Pod.class::cast)
                .filter(pod -> isMember(pod, group.name()) && !PodFacts.isFinished(pod))
                .filter(pod -> world.isLongAgo(memberSince.getOrDefault(pod.uid(), world.now())))
                .findFirst()
                .ifPresent(pod -> violations.accept(Violation.of(
                        NAME, group, "lost its protection, and pod %s may run".formatted(pod.name()), change)));
    }

    private static boolean isMember(Pod pod, String group) {
        return pod.spec()
                .schedulingGroup()
                .flatMap(it -> it.podGroupName())
                .filter(group::equals)
                .isPresent();
    }
}
