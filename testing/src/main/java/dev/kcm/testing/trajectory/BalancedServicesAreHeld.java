package dev.kcm.testing.trajectory;

import dev.kcm.model.core.v1.Service;
import java.util.function.Consumer;

/// A Service shows addresses of a load balancer of the cloud only while its finalizer holds it: otherwise it could go
/// and leave the balancer behind, which costs money.
final class BalancedServicesAreHeld implements Invariant {
    private static final String NAME = "balanced-services-are-held";
    private static final String FINALIZER = "service.kubernetes.io/load-balancer-cleanup";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (change.object() instanceof Service service
                && !change.isRemoval()
                && isOurs(service)
                && world.settings().runs("service-lb-controller")
                && !world.userWrites().changed(service)
                && !service.status().loadBalancer().ingress().isEmpty()
                && !service.metadata().finalizers().contains(FINALIZER)) {
            violations.accept(Violation.of(
                    NAME,
                    service,
                    "has addresses of a load balancer, and nothing holds it until that is gone",
                    change));
        }
    }

    private static boolean isOurs(Service service) {
        return service.spec().type().equals("LoadBalancer")
                && service.spec().loadBalancerClass().isEmpty();
    }
}
