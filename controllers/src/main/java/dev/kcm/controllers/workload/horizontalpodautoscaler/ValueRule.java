package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.lean.LeanPod;
import java.util.List;

/// How many replicas a metric of something else than the pods asks for: of an object, or from outside the cluster. All
/// values in thousandths.
record ValueRule(Tolerance tolerance) {

    /// @param usage as it is reported
    record Result(int replicas, long usage) {}

    /// The value as a whole shall be at its target: more pods are taken to bring it down.
    ///
    /// @param current replicas the target has; at none the ratio alone says how many, whatever the tolerance
    Result ofWhole(long usage, long target, int current, List<LeanPod> pods) throws MetricFailure {
        double ratio = (double) usage / target;
        if (current == 0) {
            return new Result(PodMetricRule.ceiling(ratio), usage);
        }
        if (tolerance.covers(ratio)) {
            return new Result(current, usage);
        }
        if (pods.isEmpty()) {
            throw new MetricFailure(
                    "unable to calculate ready pods: no pods returned by selector while calculating replica count");
        }
        return new Result(PodMetricRule.ceiling(ratio * readyCount(pods)), usage);
    }

    private static long readyCount(List<LeanPod> pods) {
        return pods.stream()
                .filter(pod -> pod.status().phase().equals(PodState.RUNNING) && PodState.isReady(pod))
                .count();
    }

    /// Each pod's share of the value shall be at its target.
    ///
    /// @param present replicas there are; the share of none is reported as the whole, where upstream reports
    ///   whatever its processor makes of a division by zero
    Result perPod(long usage, long target, int present) {
        double ratio = usage / ((double) target * present);
        int replicas = tolerance.covers(ratio) ? present : PodMetricRule.ceiling((double) usage / target);
        if (usage == Long.MAX_VALUE || present == 0) {
            return new Result(replicas, usage);
        }
        return new Result(replicas, (long) Math.ceil((double) usage / present));
    }

    /// The sum of values; the largest number there is for what is larger.
    static long sum(List<Long> values) {
        long sum = 0;
        for (long value : values) {
            if (value > 0 && sum > Long.MAX_VALUE - value) {
                return Long.MAX_VALUE;
            }
            sum += value;
        }
        return sum;
    }

    /// The same as upstream has it for shares of pods, where a sum below zero is taken for one too large.
    static long sumForShares(List<Long> values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
            if (sum < 0) {
                return Long.MAX_VALUE;
            }
        }
        return sum;
    }
}
