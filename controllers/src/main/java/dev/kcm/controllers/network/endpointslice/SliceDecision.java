package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.backends.IpFamily;
import dev.kcm.controllers.shared.slices.SliceBuilder;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What should become of a Service's slices and the events about it. Pure.
record SliceDecision(SliceChanges changes, List<Hints.Notice> notices) {

    /// @param capacity how many endpoints fit into a slice
    static SliceDecision of(Snapshot snapshot, int capacity, Optional<TrafficDistributionHints> near) {
        var families = IpFamily.of(snapshot.service());
        var changes = SliceChanges.NONE;
        var notices = new ArrayList<Hints.Notice>();
        for (var family : families) {
            var hinted = hints(snapshot, near).on(packed(snapshot, family, capacity));
            changes = changes.and(hinted.changes().reusing(snapshot::owns));
            hinted.notice().map(notice -> about(family, notice)).ifPresent(notices::add);
        }
        if (snapshot.hadProportionalHints() && !TopologyMode.isAuto(snapshot.service())) {
            notices.add(about(families.getFirst(), DISABLED));
        }
        return new SliceDecision(changes.and(ofOtherFamilies(snapshot, families)), notices);
    }

    private static final Hints.Notice DISABLED =
            new Hints.Notice(Step.Severity.WARNING, Reasons.HINTS_DISABLED, "Topology Aware Hints has been disabled");

    /// The annotation counts more than the field.
    private static Hints hints(Snapshot snapshot, Optional<TrafficDistributionHints> near) {
        if (TopologyMode.isAuto(snapshot.service())) {
            return new ProportionalHints(snapshot.capacity(), !snapshot.hadProportionalHints());
        }
        return near.isPresent() ? near.get() : Hints.NONE;
    }

    private static SliceChanges packed(Snapshot snapshot, IpFamily family, int capacity) {
        var existing = snapshot.slicesOf(family);
        var labels = SliceLabels.of(snapshot.service());
        var byPorts = new LinkedHashMap<Set<EndpointPort>, List<EndpointSlice>>();
        var foreign = new ArrayList<EndpointSlice>();
        for (var slice : existing) {
            (snapshot.owns(slice)
                            ? byPorts.computeIfAbsent(Set.copyOf(slice.ports()), _ -> new ArrayList<>())
                            : foreign)
                    .add(slice);
        }
        var changes = new SliceChanges(List.of(), foreign, List.of());
        for (var group : DesiredEndpoints.of(snapshot, family).entrySet()) {
            var slices = byPorts.remove(group.getKey());
            changes = changes.and(SlicePacking.pack(
                    group.getValue(), slices == null ? List.of() : slices, capacity, labels::areMissingOn));
        }
        for (var unwanted : byPorts.values()) {
            changes = changes.and(new SliceChanges(List.of(), unwanted, List.of()));
        }
        return withPlaceholder(snapshot, family, labels, changes);
    }

    /// Where nothing would be left, one empty slice stays or comes.
    private static SliceChanges withPlaceholder(
            Snapshot snapshot, IpFamily family, SliceLabels labels, SliceChanges changes) {
        if (!changes.builders().isEmpty() || !changes.unchanged().isEmpty()) {
            return changes;
        }
        var deleted = changes.deleted();
        if (deleted.size() == 1 && snapshot.owns(deleted.getFirst()) && isPlaceholder(deleted.getFirst(), labels)) {
            return new SliceChanges(List.of(), List.of(), deleted);
        }
        return new SliceChanges(List.of(SliceBuilder.placeholder(family.text())), deleted, List.of());
    }

    private static boolean isPlaceholder(EndpointSlice slice, SliceLabels labels) {
        return slice.endpoints().isEmpty()
                && slice.ports().isEmpty()
                && slice.labels().equals(labels.wanted());
    }

    private static SliceChanges ofOtherFamilies(Snapshot snapshot, List<IpFamily> families) {
        var wanted = families.stream().map(IpFamily::text).toList();
        return new SliceChanges(
                List.of(),
                snapshot.slices().stream()
                        .filter(slice -> !wanted.contains(slice.addressType()))
                        .toList(),
                List.of());
    }

    private static Hints.Notice about(IpFamily family, Hints.Notice notice) {
        return new Hints.Notice(
                notice.severity(), notice.reason(), notice.message() + ", addressType: " + family.text());
    }
}
