package dev.kcm.cluster.cloud;

import dev.kcm.base.Clock;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.cloud.Instances;
import dev.kcm.runtime.cloud.LoadBalancers;
import dev.kcm.runtime.cloud.Routes;
import java.util.Optional;

/// The cloud an embedded cluster runs in.
public final class SimulatedCloud implements CloudProvider {
    static final String NAME = "kcm";

    private final SimulatedInstances instances = new SimulatedInstances();
    private final SimulatedLoadBalancers loadBalancers;
    private final SimulatedRoutes routes = new SimulatedRoutes();

    public SimulatedCloud(Clock clock) {
        this.loadBalancers = new SimulatedLoadBalancers(clock);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Instances> instances() {
        return Optional.of(instances);
    }

    @Override
    public Optional<LoadBalancers> loadBalancers() {
        return Optional.of(loadBalancers);
    }

    @Override
    public Optional<Routes> routes() {
        return Optional.of(routes);
    }
}
