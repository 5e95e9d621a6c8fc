package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.network.backends.TriggerTime;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointPort;
import dev.kcm.model.discovery.v1.EndpointSlice;

import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What one look at a Service leaves for the next one, and for the gauges over all Services.
///
/// @param slices how many there are, and how many there would be if all were packed full
record Remembered(
        TriggerTime.LastLook look,
        boolean hasProportionalHints,
        Optional<String> trafficDistribution,
        Count slices,
        int endpoints) {

    record Count(int actual, int desired) {}

    static Remembered after(
            TriggerTime.LastLook look,
            Service service,
            Optional<String> trafficDistribution,
            List<EndpointSlice> slices,
            int capacity) {
        return new Remembered(
                look,
                hasProportionalHints(service, slices),
                trafficDistribution,
                new Count(slices.size(), desired(slices, capacity)),
                slices.stream().mapToInt(slice -> slice.endpoints().size()).sum());
    }

    static boolean hasProportionalHints(Service service, List<EndpointSlice> slices) {
        return TopologyMode.isAuto(service)
                && slices.stream()
                        .flatMap(slice -> slice.endpoints().stream())
                        .anyMatch(endpoint -> endpoint.hints().isPresent());
    }

    /// At least the placeholder is always there.
    private static int desired(List<EndpointSlice> slices, int capacity) {
        var perGroup = new HashMap<Group, Integer>();
        slices.forEach(
                slice -> perGroup.merge(Group.of(slice), slice.endpoints().size(), Integer::sum));
        return Math.max(
                1, perGroup.values().stream().mapToInt(n -> Math.ceilDiv(n, capacity)).sum());
    }

    private record Group(String addressType, Set<EndpointPort> ports) {
        static Group of(EndpointSlice slice) {
            return new Group(slice.addressType(), Set.copyOf(slice.ports()));
        }
    }
}
