package dev.kcm.controllers.node.devicetainteviction;

import static dev.kcm.base.flags.ValueLimits.atLeast;

import dev.kcm.base.flags.Flags;

/// What can be set about the device-taint-eviction-controller.
public record DeviceTaintEvictionOptions(int concurrentSyncs) {
    public static final Flags<DeviceTaintEvictionOptions> FLAGS = Flags.section(DeviceTaintEvictionController.NAME)
            .count(
                    "concurrent-device-taint-eviction-syncs",
                    8,
                    "How many pods are evicted, and claims and rules updated, at the same" + " time; at least 1.")
            .into(DeviceTaintEvictionOptions::new)
            .checkedBy(options -> atLeast("concurrent-device-taint-eviction-syncs", 1, options.concurrentSyncs()));
}
