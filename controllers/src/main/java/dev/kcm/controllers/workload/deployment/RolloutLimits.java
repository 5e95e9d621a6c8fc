package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.value.IntOrString;

/// How many pods a rollout may have above and miss below the wanted number.
record RolloutLimits(int surge, int unavailable) {
    private static final IntOrString ZERO = IntOrString.of(0);
    private static final RolloutLimits NONE = new RolloutLimits(0, 0);

    /// Surge rounds up, unavailable down; were both zero the rollout could not move, so one may be
    /// missing.
    static RolloutLimits of(Deployment deployment) {
        var strategy = deployment.spec().strategy();
        if (!strategy.type().equals(StrategyTypes.ROLLING_UPDATE)) {
            return NONE;
        }
        int wanted = deployment.spec().replicas().orElse(1);
        var rolling = strategy.rollingUpdate();
        int surge = rolling.flatMap(r -> r.maxSurge()).orElse(ZERO).scaled(wanted, true);
        int unavailable = rolling.flatMap(r -> r.maxUnavailable()).orElse(ZERO).scaled(wanted, false);
        int missing = surge == 0 && unavailable == 0 ? 1 : unavailable;
        return new RolloutLimits(surge, Math.min(missing, wanted));
    }
}
