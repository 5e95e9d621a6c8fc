package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the node-lifecycle-controller.
public record NodeLifecycleOptions(
        Duration startupGracePeriod,
        Duration monitorGracePeriod,
        float evictionRate,
        float secondaryEvictionRate,
        int largeClusterSize,
        float unhealthyZoneThreshold) {
    public static final Flags<NodeLifecycleOptions> FLAGS = Flags.section("node-lifecycle-controller")
            .duration(
                    "node-startup-grace-period",
                    Duration.ofMinutes(1),
                    "How long a node may be silent while it starts before it counts as" + " unhealthy.")
            .duration(
                    "node-monitor-grace-period",
                    Duration.ofSeconds(50),
                    "How long a running node may be silent before it counts as unhealthy."
                            + " Several times the kubelet's status interval, and more than an"
                            + " HTTP/2 connection needs to notice that it is dead.")
            .rate(
                    "node-eviction-rate",
                    0.1f,
                    "How many nodes per second may lose their pods in a zone that is mostly"
                            + " healthy (see --unhealthy-zone-threshold).")
            .rate(
                    "secondary-node-eviction-rate",
                    0.01f,
                    "The same in a zone that is not healthy; taken as 0 in zones of at most"
                            + " --large-cluster-size-threshold nodes.")
            .count("large-cluster-size-threshold", 50, "From how many nodes on a zone counts as large.")
            .rate(
                    "unhealthy-zone-threshold",
                    0.55f,
                    "The fraction of nodes (at least three) that must be not ready for a"
                            + " zone to count as unhealthy.")
            .into(NodeLifecycleOptions::new);
}
