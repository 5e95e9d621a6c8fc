package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.slices.EndpointIdentity;
import dev.kcm.controllers.shared.slices.PortGroup;
import dev.kcm.controllers.shared.slices.SliceBuilder;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Puts the endpoints of one port group into slices with as few writes as can be, not as few slices
/// as can be: a slice is never rewritten only to make it fuller.
///
/// 1. Endpoints stay in the slices they are in; a slice is written if one of its endpoints changed
///    or went, and deleted if all did.
/// 2. New endpoints fill the slices that are written anyway, fullest first.
/// 3. What is left goes into the one unchanged slice that it makes fullest, or into new ones.
final class SlicePacking {
    private static final Comparator<Endpoint> BY_TARGET = Comparator.comparing(
            endpoint -> endpoint.targetRef().map(ObjectReference::name).orElse(""));

    private static final Comparator<SliceBuilder> FULLEST_FIRST = Comparator.<SliceBuilder>comparingInt(
                    builder -> -builder.endpoints().size())
            .thenComparing(
                    builder -> builder.existing().map(EndpointSlice::name).orElse(""));

    private final PortGroup group;
    private final int capacity;
    private final Map<EndpointIdentity, Endpoint> unplaced;
    private final List<SliceBuilder> builders = new ArrayList<>();
    private final List<EndpointSlice> deleted = new ArrayList<>();
    private final List<EndpointSlice> unchanged = new ArrayList<>();

    private SlicePacking(PortGroup group, int capacity) {
        this.group = group;
        this.capacity = capacity;
        this.unplaced = new LinkedHashMap<>(group.endpoints());
    }

    /// @param existing slices of these ports
    /// @param isOutdated whether a slice has to be written for another reason than its endpoints
    static SliceChanges pack(
            PortGroup group, List<EndpointSlice> existing, int capacity, Predicate<EndpointSlice> isOutdated) {
        var packing = new SlicePacking(group, capacity);
        existing.forEach(slice -> packing.keep(slice, isOutdated));
        packing.place();
        return new SliceChanges(
                packing.builders.stream()
                        .map(builder -> builder.withEach(endpoint -> endpoint))
                        .toList(),
                packing.deleted,
                packing.unchanged);
    }

    private void keep(EndpointSlice slice, Predicate<EndpointSlice> isOutdated) {
        var kept = new ArrayList<Endpoint>(slice.endpoints().size());
        var readsSame = true;
        for (var endpoint : slice.endpoints()) {
            var wanted = unplaced.remove(EndpointIdentity.of(endpoint));
            if (wanted != null) {
                kept.add(wanted);
                readsSame &= EndpointIdentity.readSame(wanted, endpoint);
            }
        }
        var isComplete = kept.size() == slice.endpoints().size();
        if (kept.isEmpty() && !isComplete) {
            deleted.add(slice);
        } else if (!isComplete || !readsSame) {
            open(Optional.of(slice), kept);
        } else if (isOutdated.test(slice)) {
            open(Optional.of(slice), slice.endpoints());
        } else {
            unchanged.add(slice);
        }
    }

    private void place() {
        if (unplaced.isEmpty()) {
            return;
        }
        var waiting = new ArrayList<>(unplaced.values());
        waiting.sort(BY_TARGET.reversed()); // taken from the end
        builders.stream().sorted(FULLEST_FIRST).forEach(builder -> fill(builder, waiting));
        while (!waiting.isEmpty()) {
            var roomy = waiting.size() < capacity ? bestFit(waiting.size()) : Optional.<EndpointSlice>empty();
            roomy.ifPresent(unchanged::remove);
            fill(open(roomy, roomy.map(EndpointSlice::endpoints).orElse(List.of())), waiting);
        }
    }

    private SliceBuilder open(Optional<EndpointSlice> slice, List<Endpoint> endpoints) {
        var builder = new SliceBuilder(slice, group.addressType(), group.ports(), new ArrayList<>(endpoints));
        builders.add(builder);
        return builder;
    }

    private void fill(SliceBuilder builder, List<Endpoint> waiting) {
        while (!waiting.isEmpty() && builder.endpoints().size() < capacity) {
            builder.endpoints().add(waiting.removeLast());
        }
    }

    /// The unchanged slice with the least room that is enough.
    private Optional<EndpointSlice> bestFit(int count) {
        return unchanged.stream()
                .filter(slice -> slice.endpoints().size() + count <= capacity)
                .max(Comparator.<EndpointSlice>comparingInt(
                                slice -> slice.endpoints().size())
                        .thenComparing(EndpointSlice::name, Comparator.reverseOrder()));
    }
}
