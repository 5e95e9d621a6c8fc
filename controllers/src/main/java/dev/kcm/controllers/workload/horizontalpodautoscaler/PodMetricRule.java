package dev.kcm.controllers.workload.horizontalpodautoscaler;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// How many replicas a metric of the pods themselves asks for. Pods without a sample, and on the way up pods that are
/// starting, are given a value that holds the change back; where that would turn its direction, nothing changes.
///
/// @param current how many replicas the target has
record PodMetricRule(int current, Tolerance tolerance) {
    private static final PodSample NOTHING = new PodSample(0, Instant.EPOCH, Duration.ZERO);

    /// @param usage as it is, without what was assumed
    record Result(int replicas, UsageRatio usage) {}

    Result apply(PodGroups groups, UsageRatio.Goal goal) throws MetricFailure {
        var usage = goal.of(groups.samples());
        boolean isUpWithUnready = !groups.unready().isEmpty() && usage.ratio() > 1.0;
        if (!isUpWithUnready && groups.missing().isEmpty()) {
            return new Result(
                    tolerance.covers(usage.ratio()) ? current : ceiling(usage.ratio() * groups.readyCount()), usage);
        }
        return new Result(cautious(usage.ratio(), assumed(groups, goal, usage.ratio(), isUpWithUnready), goal), usage);
    }

    private static Map<String, PodSample> assumed(
            PodGroups groups, UsageRatio.Goal goal, double ratio, boolean isUpWithUnready) {
        var samples = new HashMap<>(groups.samples());
        for (var pod : groups.missing()) {
            if (ratio < 1.0) {
                samples.put(pod, new PodSample(goal.assumedWhenLow(pod), Instant.EPOCH, Duration.ZERO));
            } else if (ratio > 1.0) {
                samples.put(pod, NOTHING);
            }
        }
        if (isUpWithUnready) {
            groups.unready().forEach(pod -> samples.put(pod, NOTHING));
        }
        return samples;
    }

    private int cautious(double before, Map<String, PodSample> samples, UsageRatio.Goal goal) throws MetricFailure {
        double ratio = goal.of(samples).ratio();
        boolean hasTurned = (before < 1.0 && ratio > 1.0) || (before > 1.0 && ratio < 1.0);
        if (tolerance.covers(ratio) || hasTurned) {
            return current;
        }
        int replicas = ceiling(ratio * samples.size());
        boolean isContrary = (ratio < 1.0 && replicas > current) || (ratio > 1.0 && replicas < current);
        return isContrary ? current : replicas;
    }

    /// The next whole number, the largest there is for what is larger.
    static int ceiling(double replicas) {
        return (int) Math.ceil(replicas);
    }
}
