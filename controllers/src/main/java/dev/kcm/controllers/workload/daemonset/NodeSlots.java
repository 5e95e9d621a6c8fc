package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The nodes a set cares for, each with its pods: those that shall run one, and those that have one.
///
/// Kept from one sync to the next. What changed meanwhile, a node or the pods of one, is found by comparing the trees
/// it was made from with the present ones, and only that is looked at again: an event of a pod costs the same with
/// ten nodes or ten thousand. Another placement has all of it made anew.
///
/// @param nodes what it was made from, as are `pods`
record NodeSlots(
        Placement placement,
        NodeTree<NodeFacts, Integer> nodes,
        NodeTree<List<LeanPod>, Integer> pods,
        NodeTree<Slot, Summary> slots) {
    private static final NodeTree<Slot, Summary> NO_SLOTS =
            NodeTree.empty(new NodeTree.Summing<>(Summary::of, Summary::total));

    /// How many slots there are of which kinds.
    ///
    /// @param latestReady when the last of their pods became ready
    record Summary(Map<SlotKind, Integer> kinds, Instant latestReady) {
        private static Summary of(Slot slot) {
            return new Summary(Map.of(slot.kind(), 1), slot.latestReady());
        }

        private static Summary total(List<Summary> parts) {
            if (parts.size() == 1) {
                return parts.getFirst();
            }
            var kinds = new HashMap<SlotKind, Integer>();
            var latest = Instant.MIN;
            for (var part : parts) {
                part.kinds().forEach((kind, count) -> kinds.merge(kind, count, Integer::sum));
                latest = part.latestReady().isAfter(latest) ? part.latestReady() : latest;
            }
            return new Summary(Map.copyOf(kinds), latest);
        }
    }

    /// @param before what was known at the last sync, if anything was
    static NodeSlots of(
            Optional<NodeSlots> before,
            Placement placement,
            NodeTree<NodeFacts, Integer> nodes,
            NodeTree<List<LeanPod>, Integer> pods) {
        var known = before.filter(it -> it.placement().equals(placement))
                .orElseGet(() -> new NodeSlots(placement, NodeTree.counting(), NodeTree.counting(), NO_SLOTS));
        Set<String> changed = new HashSet<>();
        nodes.differences(known.nodes(), changed::add);
        pods.differences(known.pods(), changed::add);
        var slots = known.slots();
        for (var node : changed) {
            slots = renewed(slots, node, placement, nodes, pods);
        }
        return new NodeSlots(placement, nodes, pods, slots);
    }

    private static NodeTree<Slot, Summary> renewed(
            NodeTree<Slot, Summary> slots,
            String node,
            Placement placement,
            NodeTree<NodeFacts, Integer> nodes,
            NodeTree<List<LeanPod>, Integer> pods) {
        var eligibility = nodes.find(node).map(placement::of).orElse(Eligibility.GONE);
        var there = pods.find(node).orElse(List.of());
        return eligibility != Eligibility.RUNS && there.isEmpty()
                ? slots.without(node)
                : slots.with(node, sharingKind(slots, Slot.of(node, eligibility, there)));
    }

    /// Thousands of slots are of one kind: they need not each have their own.
    private static Slot sharingKind(NodeTree<Slot, Summary> slots, Slot slot) {
        return slots.sum().kinds().keySet().stream()
                .filter(slot.kind()::equals)
                .findFirst()
                .map(slot::withKind)
                .orElse(slot);
    }

    /// The kinds there are, and how many of each, with pods that became ready later than this not available yet.
    Map<SlotKind, Integer> kinds(Instant availableSince) {
        var recent = new ArrayList<Slot>();
        slots.visit(sum -> sum.latestReady().isAfter(availableSince), slot -> {
            if (slot.latestReady().isAfter(availableSince)) {
                recent.add(slot);
            }
            return true;
        });
        var kinds = new LinkedHashMap<>(slots.sum().kinds());
        for (var slot : recent) {
            kinds.computeIfPresent(slot.kind(), (_, count) -> count == 1 ? null : count - 1);
            kinds.merge(slot.kindWhen(availableSince), 1, Integer::sum);
        }
        return kinds;
    }

    /// Slots of these kinds, no more than `limit`, in the order of the tree, which is any.
    List<Slot> find(Instant availableSince, int limit, Predicate<SlotKind> wanted) {
        var found = new ArrayList<Slot>();
        if (limit > 0) {
            slots.visit(
                    sum -> sum.latestReady().isAfter(availableSince)
                            || sum.kinds().keySet().stream().anyMatch(wanted),
                    slot -> {
                        if (wanted.test(slot.kindWhen(availableSince))) {
                            found.add(slot);
                        }
                        return found.size() < limit;
                    });
        }
        return found;
    }
}
