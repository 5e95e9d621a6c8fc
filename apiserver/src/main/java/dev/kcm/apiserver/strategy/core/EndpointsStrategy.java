package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.defaults.Defaults;

/// Defaulting, validation and update rules of endpoints.
public final class EndpointsStrategy {
    public static final Strategy<Endpoints> STRATEGY = Strategy.of(Endpoints.ENDPOINTS)
            .defaults(EndpointsStrategy::defaulted)
            .allowsCreateOnUpdate()
            .build();

    private EndpointsStrategy() {}

    private static Endpoints defaulted(Endpoints endpoints) {
        return endpoints.withSubsets(Defaults.all(
                endpoints.subsets(),
                subset -> subset.withPorts(Defaults.all(
                        subset.ports(), port -> port.protocol().isEmpty() ? port.withProtocol("TCP") : port))));
    }
}
