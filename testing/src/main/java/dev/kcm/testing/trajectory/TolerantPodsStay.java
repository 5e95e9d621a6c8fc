package dev.kcm.testing.trajectory;

import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.core.v1.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// No pod is evicted from a node whose taints it tolerates, nor before it has tolerated them for as long as it wants
/// to. Of a node that is gone nothing follows.
final class TolerantPodsStay implements Invariant {
    private static final String NAME = "tolerant-pods-stay";
    private static final String EVICTING = "NoExecute";
    private static final String EVICTED = "DeletionByTaintManager";

    /// Since when a node has had evicting taints without a break, which they were, and when the break came.
    private record Tainting(Instant since, Set<Taint> taints, Optional<Instant> until) {}

    private final Map<String, Tainting> nodes = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        switch (change.object()) {
            case Node node when change.isRemoval() -> nodes.remove(node.name());
            case Node node -> nodes.compute(node.name(), (_, known) -> seen(Optional.ofNullable(known), node, world));
            case Pod pod
            when isEvicted(pod) && !wasEvicted(change) ->
                objection(pod, world).ifPresent(why -> violations.accept(Violation.of(NAME, pod, why, change)));
            default -> {}
        }
    }

    private static Tainting seen(Optional<Tainting> known, Node node, World world) {
        var taints = node.spec().taints().stream()
                .filter(taint -> taint.effect().equals(EVICTING))
                .collect(Collectors.toSet());
        if (taints.isEmpty()) {
            return known.filter(it -> it.until().isEmpty())
                    .map(it -> new Tainting(it.since(), it.taints(), Optional.of(world.now())))
                    .or(() -> known)
                    .orElseGet(() -> new Tainting(world.now(), Set.of(), Optional.of(world.now())));
        }
        var before = known.filter(it -> it.until().isEmpty());
        before.ifPresent(it -> taints.addAll(it.taints()));
        return new Tainting(before.map(Tainting::since).orElse(world.now()), taints, Optional.empty());
    }

    /// Taints that the controller may not have seen go yet count.
    private Optional<String> objection(Pod pod, World world) {
        var node = pod.spec().nodeName();
        var tainting = nodes.get(node);
        if (tainting == null && !isUnchangedWithoutTaints(node, world)) {
            return Optional.empty();
        }
        if (tainting == null
                || tainting.taints().isEmpty()
                || tainting.until().filter(world::isLongAgo).isPresent()) {
            return Optional.of("was evicted from node %s, which has no taint that evicts".formatted(node));
        }
        var patience = tainting.taints().stream()
                .map(taint -> patience(pod, taint))
                .flatMap(Optional::stream)
                .min(Duration::compareTo);
        if (patience.isEmpty()) {
            return Optional.of("was evicted from node %s, whose taints it tolerates for ever".formatted(node));
        }
        var waited = Duration.between(tainting.since(), world.now()).plus(world.lag());
        return waited.compareTo(patience.get()) < 0
                ? Optional.of("was evicted from node %s, tainted since %s, and tolerates that for %s"
                        .formatted(node, tainting.since(), patience.get()))
                : Optional.empty();
    }

    /// Whether the node has been there from the beginning, and never had a taint that evicts.
    private static boolean isUnchangedWithoutTaints(String name, World world) {
        return world.objects().stream()
                .filter(it -> it instanceof Node && it.name().equals(name))
                .anyMatch(it -> ((Node) it)
                        .spec().taints().stream()
                                .noneMatch(taint -> taint.effect().equals(EVICTING)));
    }

    /// Empty if there is no end to it.
    private static Optional<Duration> patience(Pod pod, Taint taint) {
        var toleration = new Tolerations(pod.spec().tolerations(), true).firstFor(taint);
        return toleration.isEmpty()
                ? Optional.of(Duration.ZERO)
                : toleration.flatMap(Toleration::tolerationSeconds).map(Duration::ofSeconds);
    }

    private static boolean wasEvicted(ObservedChange change) {
        return change.before().filter(it -> isEvicted((Pod) it)).isPresent();
    }

    private static boolean isEvicted(Pod pod) {
        return pod.status().conditions().stream()
                .anyMatch(it ->
                        it.type().equals("DisruptionTarget") && it.reason().equals(EVICTED));
    }
}
