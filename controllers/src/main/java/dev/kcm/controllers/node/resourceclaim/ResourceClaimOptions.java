package dev.kcm.controllers.node.resourceclaim;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the resourceclaim-controller.
public record ResourceClaimOptions(int concurrentSyncs) {
    public static final Flags<ResourceClaimOptions> FLAGS = Flags.section(ResourceClaimController.NAME)
            .count(
                    "concurrent-resourceclaim-syncs",
                    50,
                    "How many pods and claims are synced at the same time; at least 1.")
            .into(ResourceClaimOptions::new)
            .checkedBy(options -> atLeast("concurrent-resourceclaim-syncs", 1, options.concurrentSyncs()));
}
