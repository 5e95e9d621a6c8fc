package dev.kcm.controllers.housekeeping.namespace;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the namespace-controller.
public record NamespaceOptions(Duration syncPeriod, int concurrentSyncs) {
    public static final Flags<NamespaceOptions> FLAGS = Flags.section(NamespaceController.NAME)
            .duration("namespace-sync-period", Duration.ofMinutes(5), "How often every namespace is synced again.")
            .count("concurrent-namespace-syncs", 10, "How many namespaces are synced at the same time.")
            .into(NamespaceOptions::new);
}
