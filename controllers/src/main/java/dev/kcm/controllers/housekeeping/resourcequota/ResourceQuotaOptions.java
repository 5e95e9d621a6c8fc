package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the resourcequota-controller.
public record ResourceQuotaOptions(Duration syncPeriod, int concurrentSyncs) {
    public static final Flags<ResourceQuotaOptions> FLAGS = Flags.section(ResourceQuotaController.NAME)
            .duration(
                    "resource-quota-sync-period",
                    Duration.ofMinutes(5),
                    "How often every quota's usage is counted again.")
            .count("concurrent-resource-quota-syncs", 5, "How many ResourceQuotas are synced at the same time.")
            .into(ResourceQuotaOptions::new);
}
