package dev.kcm.controllers.network.endpointslice;

import static dev.kcm.base.flags.ValueLimits.between;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the endpointslice-controller.
public record EndpointSliceOptions(int concurrentSyncs, Duration updatesBatchPeriod, int maxEndpointsPerSlice) {
    public static final Flags<EndpointSliceOptions> FLAGS = Flags.section(EndpointSliceController.NAME)
            .count(
                    "concurrent-service-endpoint-syncs",
                    5,
                    "How many Services have their EndpointSlices synced at the same time; 1" + " to 50.")
            .duration(
                    "endpointslice-updates-batch-period",
                    Duration.ZERO,
                    "How long to gather pod changes before EndpointSlices are written."
                            + " Longer means fewer writes and later news; 0 writes at once.")
            .count(
                    "max-endpoints-per-slice",
                    100,
                    "How many endpoints go into one EndpointSlice; 1 to 1000. More per"
                            + " slice means fewer but larger objects.")
            .into(EndpointSliceOptions::new)
            .checkedBy(options -> between("concurrent-service-endpoint-syncs", 1, 50, options.concurrentSyncs()))
            .checkedBy(options -> between("max-endpoints-per-slice", 1, 1000, options.maxEndpointsPerSlice()));
}
