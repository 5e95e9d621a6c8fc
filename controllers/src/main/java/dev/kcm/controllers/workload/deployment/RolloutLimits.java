package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.value.IntOrString;

/// How many pods a rollout may have above (maxSurge) and below (maxUnavailable) the desired number.
record RolloutLimits(int surge, int unavailable) {
    private static final IntOrString ZERO = IntOrString.of(0);
    private static final RolloutLimits NONE = new RolloutLimits(0, 0);

    /// Percentages round up for maxSurge and down for maxUnavailable. With both zero the rollout could not progress,
    /// so one pod may be unavailable.
    static RolloutLimits of(Deployment deployment) {
        var strategy = deployment.spec().strategy();
        if (!strategy.type().equals(StrategyTypes.ROLLING_UPDATE)) {
            return NONE;
        }
        int desired = deployment.spec().replicas().orElse(1);
        var rolling = strategy.rollingUpdate();
        int surge = rolling.flatMap(r -> r.maxSurge()).orElse(ZERO).scaled(desired, true);
        int unavailable = rolling.flatMap(r -> r.maxUnavailable()).orElse(ZERO).scaled(desired, false);
        int missing = surge == 0 && unavailable == 0 ? 1 : unavailable;
        return new RolloutLimits(surge, Math.min(missing, desired));
    }
}
