package dev.kcm.controllers.cloud.serviceloadbalancer;

import dev.kcm.base.flags.Flags;

/// What can be set about the service-lb-controller.
public record ServiceLoadBalancerOptions(int concurrentSyncs) {
    public static final Flags<ServiceLoadBalancerOptions> FLAGS = Flags.section("service-lb-controller")
            .count("concurrent-service-syncs", 1, "How many Services of type LoadBalancer are synced at the same time.")
            .into(ServiceLoadBalancerOptions::new);
}
