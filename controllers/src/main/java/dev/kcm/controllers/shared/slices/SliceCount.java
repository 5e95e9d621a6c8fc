package dev.kcm.controllers.shared.slices;

import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/// How many slices there are, how many there would be if all were packed full, and how many
/// endpoints are in them.
public record SliceCount(int actual, int desired, int endpoints) {
    private record Group(String addressType, Set<EndpointPort> ports) {}

    public static SliceCount of(List<EndpointSlice> slices, int capacity) {
        var perGroup = new HashMap<Group, Integer>();
        for (var slice : slices) {
            perGroup.merge(
                    new Group(slice.addressType(), Set.copyOf(slice.ports())),
                    slice.endpoints().size(),
                    Integer::sum);
        }
        var sizes = perGroup.values();
        return new SliceCount(
                slices.size(),
                sizes.stream().mapToInt(size -> Math.ceilDiv(size, capacity)).sum(),
                sizes.stream().mapToInt(Integer::intValue).sum());
    }
}
