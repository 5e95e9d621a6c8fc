package dev.kcm.controllers.workload.deployment;

/// Values of `spec.strategy.type` of a Deployment.
final class StrategyTypes {
    static final String ROLLING_UPDATE = "RollingUpdate";
    static final String RECREATE = "Recreate";

    private StrategyTypes() {}
}
