package dev.kcm.controllers.network.endpoints;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the endpoints-controller.
public record EndpointsOptions(int concurrentSyncs, Duration updatesBatchPeriod) {
    public static final Flags<EndpointsOptions> FLAGS = Flags.section(EndpointsController.NAME)
            .count("concurrent-endpoint-syncs", 5, "How many Services have their Endpoints synced at the same time.")
            .duration(
                    "endpoint-updates-batch-period",
                    Duration.ZERO,
                    "How long to gather pod changes before an Endpoints object is written."
                            + " Longer means fewer writes and later news; 0 writes at once.")
            .into(EndpointsOptions::new);
}
