package dev.kcm.controllers.cloud.noderoute;

import dev.kcm.base.flags.Flags;
import java.time.Duration;

/// What can be set about the node-route-controller.
public record RouteOptions(Duration reconciliationPeriod, boolean configure) {
    public static final Flags<RouteOptions> FLAGS = Flags.section("generic")
            .duration(
                    "route-reconciliation-period",
                    Duration.ofSeconds(10),
                    "How often the routes to nodes are compared with the cloud" + " provider's.")
            .bool(
                    "configure-cloud-routes",
                    true,
                    "Whether the cloud provider gets routes for the ranges" + " --allocate-node-cidrs hands out.")
            .into(RouteOptions::new);
}
