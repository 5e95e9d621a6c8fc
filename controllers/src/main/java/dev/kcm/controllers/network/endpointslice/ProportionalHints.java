package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.slices.SliceBuilder;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Topology mode `Auto`: endpoints are meant for zones in proportion to the zones' CPU. Each starts
/// with its own zone; some are then meant for another, so that no zone gets too few. Slices that
/// are right enough are left alone.
///
/// @param isNews whether the Service had no such hints before
record ProportionalHints(ZoneCapacity capacity, boolean isNews) implements Hints {

    @Override
    public Hinted on(SliceChanges changes) {
        int ready = (int) changes.endpoints().filter(Hints::isReady).count();
        var shares = capacity.shares();
        if (shares.isEmpty()) {
            return none(
                    changes,
                    "Insufficient Node information: allocatable CPU or zone not specified on one or" + " more nodes");
        }
        int zones = shares.get().size();
        if (zones > ready) {
            return none(changes, "Insufficient number of endpoints (%d endpoints, %d zones)".formatted(ready, zones));
        }
        var allocations = ZoneAllocation.of(shares.get(), ready);
        if (!ZoneAllocation.isPossible(allocations, ready)) {
            return none(
                    changes,
                    "Unable to allocate minimum required endpoints to each zone without exceeding"
                            + " overload threshold (%d endpoints, %d zones)".formatted(ready, zones));
        }
        return hinted(changes, allocations);
    }

    private Hinted hinted(SliceChanges changes, SortedMap<String, ZoneAllocation> allocations) {
        var allocated = new TreeMap<String, Integer>();
        var open = reopening(changes, allocations, allocated);
        var hasNoZone = open.builders().stream()
                .flatMap(builder -> builder.endpoints().stream())
                .filter(Hints::isReady)
                .anyMatch(endpoint -> endpoint.zone().orElse("").isEmpty());
        if (hasNoZone) {
            return none(changes, "One or more endpoints do not have a zone specified");
        }
        open.builders().stream()
                .flatMap(builder -> builder.endpoints().stream())
                .filter(Hints::isReady)
                .forEach(e -> allocated.merge(e.zone().orElseThrow(), 1, Integer::sum));
        var moves = ZoneAllocation.moves(allocations, allocated);
        var builders = open.builders().stream().map(builder -> builder.withEach(e -> meant(e, moves)));
        return new Hinted(
                new SliceChanges(builders.toList(), open.deleted(), open.unchanged()),
                isNews
                        ? Optional.of(new Notice(
                                Step.Severity.NORMAL, Reasons.HINTS_ENABLED, "Topology Aware Hints has been enabled"))
                        : Optional.empty());
    }

    /// Opens unchanged slices whose hints are missing, are for a zone that gets none, or are too
    /// many for a zone; counts the hints of those that stay.
    private static SliceChanges reopening(
            SliceChanges changes, SortedMap<String, ZoneAllocation> allocations, Map<String, Integer> allocated) {
        var builders = new ArrayList<>(changes.builders());
        var unchanged = new ArrayList<EndpointSlice>();
        for (var slice : changes.unchanged()) {
            var counts = hintedZones(slice);
            if (counts.isPresent() && fit(counts.get(), allocations, allocated)) {
                counts.get().forEach((zone, count) -> allocated.merge(zone, count, Integer::sum));
                unchanged.add(slice);
            } else {
                builders.add(SliceBuilder.of(slice));
            }
        }
        return new SliceChanges(builders, changes.deleted(), unchanged);
    }

    /// How many endpoints are meant for each zone, if all ready ones are meant for some.
    private static Optional<Map<String, Integer>> hintedZones(EndpointSlice slice) {
        var counts = new TreeMap<String, Integer>();
        for (var endpoint : slice.endpoints()) {
            if (Hints.isReady(endpoint)) {
                var zones = endpoint.hints().map(hints -> hints.forZones()).orElse(List.of());
                if (zones.isEmpty()) {
                    return Optional.empty();
                }
                zones.forEach(zone -> counts.merge(zone.name(), 1, Integer::sum));
            }
        }
        return Optional.of(counts);
    }

    private static boolean fit(
            Map<String, Integer> counts,
            SortedMap<String, ZoneAllocation> allocations,
            Map<String, Integer> allocated) {
        return counts.entrySet().stream().allMatch(count -> {
            var allocation = allocations.get(count.getKey());
            int before = allocated.getOrDefault(count.getKey(), 0);
            return allocation != null && count.getValue() + before <= allocation.maximum();
        });
    }

    /// For its own zone, unless that one has some to give and another misses some.
    private static Endpoint meant(Endpoint endpoint, Map<String, Integer> moves) {
        if (!Hints.isReady(endpoint)) {
            return endpoint;
        }
        var zone = endpoint.zone().orElseThrow();
        var target = zone;
        if (moves.getOrDefault(zone, 0) < 0) {
            target = moves.entrySet().stream()
                    .filter(move -> move.getValue() > 0)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse(zone);
            moves.merge(zone, 1, Integer::sum);
            moves.merge(target, -1, Integer::sum);
        }
        var name = target;
        return endpoint.toBuilder()
                .withoutHints()
                .hints(hints -> hints.addForZones(one -> one.name(name)))
                .build();
    }

    private static Hinted none(SliceChanges changes, String because) {
        return new Hinted(
                Hints.NONE.on(changes).changes(),
                Optional.of(new Notice(Step.Severity.WARNING, Reasons.HINTS_DISABLED, because)));
    }
}
