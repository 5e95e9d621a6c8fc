package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.core.v1.ScopedResourceSelectorRequirement;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.value.Quantity;
import java.util.Map;
import java.util.Set;

/// What Services use: themselves, load balancers, and the ports of nodes that they have or are
/// about to be given.
record ServiceEvaluator() implements Evaluator<Service> {
    private static final String NODE_PORT = "NodePort";
    private static final String LOAD_BALANCER = "LoadBalancer";
    private static final String COUNT = ResourceNames.COUNT + ResourceNames.SERVICES;

    private static final Set<String> NAMES =
            Set.of(COUNT, ResourceNames.SERVICES, ResourceNames.NODE_PORTS, ResourceNames.LOAD_BALANCERS);

    @Override
    public boolean covers(String name) {
        return NAMES.contains(name);
    }

    @Override
    public boolean isIn(ScopedResourceSelectorRequirement scope, Service service) {
        return false;
    }

    @Override
    public Map<String, Quantity> usage(Service service) {
        return Map.of(
                COUNT,
                Amounts.ONE,
                ResourceNames.SERVICES,
                Amounts.ONE,
                ResourceNames.NODE_PORTS,
                Quantity.of(nodePorts(service)),
                ResourceNames.LOAD_BALANCERS,
                Quantity.of(isOf(LOAD_BALANCER, service) ? 1 : 0));
    }

    /// Whether a change of type is one that changes what it uses.
    static boolean changesWorth(Service before, Service now) {
        return isOf(NODE_PORT, before) != isOf(NODE_PORT, now)
                || isOf(LOAD_BALANCER, before) != isOf(LOAD_BALANCER, now);
    }

    private static long nodePorts(Service service) {
        var spec = service.spec();
        if (isOf(LOAD_BALANCER, service)
                && !spec.allocateLoadBalancerNodePorts().orElse(true)) {
            return spec.ports().stream().filter(port -> port.nodePort() != 0).count();
        }
        return isOf(NODE_PORT, service) || isOf(LOAD_BALANCER, service)
                ? spec.ports().size()
                : 0;
    }

    private static boolean isOf(String type, Service service) {
        return service.spec().type().equals(type);
    }
}
