package dev.kcm.controllers.network.endpointslicemirroring;

import static dev.kcm.base.flags.ValueLimits.between;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the endpointslice-mirroring-controller.
public record EndpointSliceMirroringOptions(
        int concurrentSyncs, Duration updatesBatchPeriod, int maxEndpointsPerSubset) {
    public static final Flags<EndpointSliceMirroringOptions> FLAGS = Flags.section(
                    EndpointSliceMirroringController.NAME)
            .count(
                    "mirroring-concurrent-service-endpoint-syncs",
                    5,
                    "How many Endpoints objects are mirrored at the same time; 1 to 50.")
            .duration(
                    "mirroring-endpointslice-updates-batch-period",
                    Duration.ZERO,
                    "How long to gather changes of mirrored EndpointSlices before they are"
                            + " put right; 0 syncs at once. Changes of Endpoints never"
                            + " wait.")
            .count(
                    "mirroring-max-endpoints-per-subset",
                    1000,
                    "How many addresses of one subset are mirrored; 1 to 1000.")
            .into(EndpointSliceMirroringOptions::new)
            .checkedBy(
                    options -> between("mirroring-concurrent-service-endpoint-syncs", 1, 50, options.concurrentSyncs()))
            .checkedBy(
                    options -> between("mirroring-max-endpoints-per-subset", 1, 1000, options.maxEndpointsPerSubset()));
}
