package dev.kcm.controllers.housekeeping.podgarbagecollector;

import dev.kcm.base.flags.Flags;

/// What can be set about the pod-garbage-collector-controller.
public record PodGarbageCollectorOptions(int terminatedPodThreshold) {
    public static final Flags<PodGarbageCollectorOptions> FLAGS = Flags.section(PodGarbageCollectorController.NAME)
            .count(
                    "terminated-pod-gc-threshold",
                    12500,
                    "How many ended pods may stay; beyond it the oldest are deleted. 0 or" + " less keeps them all.")
            .into(PodGarbageCollectorOptions::new);
}
