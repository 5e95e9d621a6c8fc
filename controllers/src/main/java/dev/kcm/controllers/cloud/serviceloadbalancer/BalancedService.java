package dev.kcm.controllers.cloud.serviceloadbalancer;

import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServiceSpec;
import java.util.List;

/// Whether a Service is to have a load balancer of the cloud, and what of it the balancer is made from.
final class BalancedService {
    static final String FINALIZER = "service.kubernetes.io/load-balancer-cleanup";

    private BalancedService() {}

    /// A class means that another controller makes the balancer, whatever the class is called.
    static boolean wants(Service service) {
        return service.spec().type().equals("LoadBalancer")
                && service.spec().loadBalancerClass().isEmpty();
    }

    /// Whether a balancer was begun for it that is not to be any more.
    static boolean needsCleanUp(Service service) {
        return hasFinalizer(service)
                && (service.isDeleting() || !service.spec().type().equals("LoadBalancer"));
    }

    static boolean hasFinalizer(Service service) {
        return service.metadata().finalizers().contains(FINALIZER);
    }

    /// Whether a balancer made for the one may not fit the other.
    static boolean differs(Service before, Service now) {
        return !before.uid().equals(now.uid())
                || !before.annotations().equals(now.annotations())
                || !traits(before.spec()).equals(traits(now.spec()));
    }

    private static List<Object> traits(ServiceSpec spec) {
        return List.of(
                spec.loadBalancerSourceRanges(),
                spec.ports(),
                spec.sessionAffinity(),
                spec.sessionAffinityConfig(),
                spec.loadBalancerIP(),
                spec.externalIPs(),
                spec.externalTrafficPolicy(),
                spec.healthCheckNodePort(),
                spec.ipFamilies().size());
    }
}
