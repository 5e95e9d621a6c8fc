package dev.kcm.controllers.network.endpointslicemirroring;

import dev.kcm.controllers.shared.backends.IpFamily;
import dev.kcm.controllers.shared.slices.EndpointIdentity;
import dev.kcm.controllers.shared.slices.PortGroup;
import dev.kcm.controllers.shared.slices.SliceBuilder;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What should become of the slices that mirror Endpoints. Pure.
final class MirrorDecision {
    private MirrorDecision() {}

    static SliceChanges of(MirrorImage image, MirrorMetadata metadata, List<EndpointSlice> existing) {
        var changes = ofOtherTypes(existing);
        for (var family : IpFamily.values()) {
            var slices = existing.stream()
                    .filter(slice -> slice.addressType().equals(family.text()))
                    .toList();
            changes = changes.and(
                    ofFamily(image.groupsOf(family), metadata, slices).reusing(_ -> true));
        }
        return changes;
    }

    private static SliceChanges ofFamily(
            List<PortGroup> groups, MirrorMetadata metadata, List<EndpointSlice> existing) {
        Map<Set<EndpointPort>, List<EndpointSlice>> byPorts = existing.stream()
                .collect(Collectors.groupingBy(
                        slice -> Set.copyOf(slice.ports()), LinkedHashMap::new, Collectors.toList()));
        var changes = SliceChanges.NONE;
        for (var group : groups) {
            var slices = Optional.ofNullable(byPorts.remove(group.key())).orElse(List.of());
            changes = changes.and(ofGroup(group, metadata, slices));
        }
        for (var unwanted : byPorts.values()) {
            changes = changes.and(new SliceChanges(List.of(), unwanted, List.of()));
        }
        return changes;
    }

    /// A group is one slice: the one that is right already, or one that is put right.
    private static SliceChanges ofGroup(PortGroup group, MirrorMetadata metadata, List<EndpointSlice> existing) {
        var right = existing.stream()
                .filter(slice -> metadata.isOn(slice) && shows(slice, group))
                .findFirst();
        var kept = right.or(() -> existing.stream().findFirst());
        return new SliceChanges(
                right.isPresent() ? List.of() : List.of(SliceBuilder.of(group, kept)),
                existing.stream()
                        .filter(slice -> !kept.equals(Optional.of(slice)))
                        .toList(),
                right.stream().toList());
    }

    private static boolean shows(EndpointSlice slice, PortGroup group) {
        var shown = new HashSet<EndpointIdentity>();
        for (var endpoint : slice.endpoints()) {
            var identity = EndpointIdentity.of(endpoint);
            var wanted = group.endpoints().get(identity);
            if (wanted == null || !EndpointIdentity.readSame(wanted, endpoint) || !shown.add(identity)) {
                return false;
            }
        }
        return shown.size() == group.endpoints().size();
    }

    /// A name instead of an address, say; Endpoints have no such thing.
    private static SliceChanges ofOtherTypes(List<EndpointSlice> existing) {
        var types = Arrays.stream(IpFamily.values()).map(IpFamily::text).toList();
        return new SliceChanges(
                List.of(),
                existing.stream()
                        .filter(slice -> !types.contains(slice.addressType()))
                        .toList(),
                List.of());
    }
}
