package dev.kcm.controllers.shared.nodes;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// How often nodes are looked after.
public record NodeMonitorOptions(Duration period) {
    public static final Flags<NodeMonitorOptions> FLAGS = Flags.section("generic")
            .duration(
                    "node-monitor-period",
                    Duration.ofSeconds(5),
                    "How often the node-lifecycle-controller goes over all nodes, and the"
                            + " cloud-node-lifecycle-controller asks the cloud provider about them.")
            .into(NodeMonitorOptions::new);
}
