package dev.kcm.testing.trajectory;

import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeSelectorTerm;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Taint;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Since when nodes are as they are, and since when which nodes of which DaemonSets have no ready pod, for the
/// invariants
/// about them. Breaks no promise itself.
final class DaemonPods implements Invariant {
    private static final Set<String> KEEPING_OUT = Set.of("NoSchedule", "NoExecute");

    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, Instant> changedAt = new HashMap<>();
    private final Map<String, Map<String, Instant>> unreadySince = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        switch (change.object()) {
            case Node node -> noteNode(node, change, world);
            case Pod pod -> notePod(pod, change, world);
            default -> {}
        }
    }

    private void noteNode(Node node, ObservedChange change, World world) {
        var before = nodes.get(node.name());
        boolean isSame = before != null
                && !change.isRemoval()
                && before.labels().equals(node.labels())
                && before.spec().taints().equals(node.spec().taints());
        if (!isSame) {
            changedAt.put(node.name(), world.now());
        }
        if (change.isRemoval()) {
            nodes.remove(node.name());
        } else {
            nodes.put(node.name(), node);
        }
    }

    private void notePod(Pod pod, ObservedChange change, World world) {
        var set = World.controllerReference(pod).filter(owner -> owner.kind().equals(DaemonSet.DAEMON_SETS.kind()));
        var node = target(pod);
        if (set.isPresent() && node.isPresent()) {
            var ofSet = unreadySince.computeIfAbsent(set.get().uid(), _ -> new HashMap<>());
            if (!change.isRemoval() && PodFacts.isReady(pod) && PodFacts.isLive(pod)) {
                ofSet.remove(node.get());
            } else {
                ofSet.putIfAbsent(node.get(), world.now());
            }
        }
    }

    /// The node a pod is for, bound or not.
    static Optional<String> target(Pod pod) {
        if (!pod.spec().nodeName().isEmpty()) {
            return Optional.of(pod.spec().nodeName());
        }
        return pod
                .spec()
                .affinity()
                .flatMap(it -> it.nodeAffinity())
                .flatMap(it -> it.requiredDuringSchedulingIgnoredDuringExecution())
                .stream()
                .flatMap(it -> it.nodeSelectorTerms().stream())
                .map(NodeSelectorTerm::matchFields)
                .flatMap(List::stream)
                .filter(field ->
                        field.key().equals("metadata.name") && field.values().size() == 1)
                .map(field -> field.values().getFirst())
                .findFirst();
    }

    /// The other pods of a set for the same node that are not done.
    static List<Pod> beside(Pod pod, DaemonSet set, World world) {
        return world.controlled(set.uid(), Pod.class).stream()
                .filter(other -> !other.uid().equals(pod.uid()))
                .filter(other -> target(other).equals(target(pod)))
                .filter(other -> !PodFacts.isFinished(other))
                .toList();
    }

    /// The set of a pod, while nothing suggests that its controller acts on another spec than the one there is.
    static Optional<DaemonSet> settled(Pod pod, World world) {
        return world.controllerOf(pod, DaemonSet.class)
                .filter(set -> !set.isDeleting()
                        && set.status().observedGeneration() == set.metadata().generation()
                        && !world.isNamespaceTerminating()
                        && world.settings().runs("daemonset-controller"));
    }

    /// Whether a set updates with new pods beside old ones.
    static boolean surges(DaemonSet set) {
        return set.spec()
                .updateStrategy()
                .rollingUpdate()
                .flatMap(it -> it.maxSurge())
                .filter(surge -> surge.scaled(1, true) > 0)
                .isPresent();
    }

    /// Why a pod has had no business on a node for longer than its controller may not know; empty if it has, or that is
    /// not known here.
    Optional<String> mismatch(Pod pod, String name, World world) {
        var since = changedAt.get(name);
        if (since == null || !world.isLongAgo(since)) {
            return Optional.empty();
        }
        var node = nodes.get(name);
        if (node == null) {
            return Optional.of("which is gone since " + since);
        }
        if (!node.labels().entrySet().containsAll(pod.spec().nodeSelector().entrySet())) {
            return Optional.of("whose labels %s do not match".formatted(node.labels()));
        }
        return untolerated(pod, node).map(taint -> "whose taint %s it does not tolerate".formatted(taint.key()));
    }

    /// Whether a node is known, and any pod of the set may run there.
    boolean isOpen(Pod pod, String name) {
        var node = nodes.get(name);
        return node != null
                && node.labels()
                        .entrySet()
                        .containsAll(pod.spec().nodeSelector().entrySet())
                && untolerated(pod, node).isEmpty();
    }

    private static Optional<Taint> untolerated(Pod pod, Node node) {
        var tolerations = new Tolerations(pod.spec().tolerations(), false);
        return node.spec().taints().stream()
                .filter(taint -> KEEPING_OUT.contains(taint.effect()))
                .filter(taint -> !tolerations.tolerate(taint))
                .findFirst();
    }

    /// The nodes on which the set must know to have no ready pod, but for one.
    List<String> knownUnready(DaemonSet set, Pod like, String except, World world) {
        return unreadySince.getOrDefault(set.uid(), Map.of()).entrySet().stream()
                .filter(entry -> !entry.getKey().equals(except))
                .filter(entry -> world.isLongAgo(entry.getValue()) && isOpen(like, entry.getKey()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
