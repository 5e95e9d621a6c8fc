package dev.kcm.controllers.storage.ephemeralvolume;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the ephemeral-volume-controller.
public record EphemeralVolumeOptions(int concurrentSyncs) {
    public static final Flags<EphemeralVolumeOptions> FLAGS = Flags.section(EphemeralVolumeController.NAME)
            .count(
                    "concurrent-ephemeralvolume-syncs",
                    5,
                    "How many ephemeral volumes are synced at the same time; at least 1.")
            .into(EphemeralVolumeOptions::new)
            .checkedBy(options -> atLeast("concurrent-ephemeralvolume-syncs", 1, options.concurrentSyncs()));
}
