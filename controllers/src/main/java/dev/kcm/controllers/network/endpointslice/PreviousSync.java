package dev.kcm.controllers.network.endpointslice;

import dev.kcm.controllers.shared.backends.TriggerTime;
import dev.kcm.controllers.shared.slices.SliceCount;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.List;
import java.util.Optional;

/// What one sync of a Service leaves for the next one, and for the gauges over all Services.
record PreviousSync(
        TriggerTime.LastSync trigger,
        boolean hasProportionalHints,
        Optional<String> trafficDistribution,
        SliceCount slices) {

    static PreviousSync after(
            TriggerTime.LastSync trigger,
            Service service,
            Optional<String> trafficDistribution,
            List<EndpointSlice> slices,
            int capacity) {
        return new PreviousSync(
                trigger, hasProportionalHints(service, slices), trafficDistribution, count(slices, capacity));
    }

    static boolean hasProportionalHints(Service service, List<EndpointSlice> slices) {
        return TopologyMode.isAuto(service)
                && slices.stream()
                        .flatMap(slice -> slice.endpoints().stream())
                        .anyMatch(endpoint -> endpoint.hints().isPresent());
    }

    /// At least the placeholder is always there.
    private static SliceCount count(List<EndpointSlice> slices, int capacity) {
        var count = SliceCount.of(slices, capacity);
        return new SliceCount(count.actual(), Math.max(1, count.desired()), count.endpoints());
    }
}
