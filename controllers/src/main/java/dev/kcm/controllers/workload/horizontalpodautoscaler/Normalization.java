package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What becomes of the number that metrics ask for: it is held back by recent recommendations that were more careful,
/// by how fast a target may be scaled, and by the autoscaler's own bounds.
///
/// @param current replicas the target has
/// @param usualWindow how far to look back before scaling down where the autoscaler does not say
record Normalization(
        HorizontalPodAutoscaler autoscaler, int current, ScaleHistory history, Duration usualWindow, Instant now) {

    /// A target without rules of its own at most doubles, or gets to this many replicas.
    private static final int ALWAYS_ALLOWED = 4;

    /// What a condition says about it.
    record Remark(String reason, String message) {}

    /// @param stabilization what AbleToScale says, always true
    /// @param isLimited what ScalingLimited is, and `limit` says why
    record Result(int desired, Remark stabilization, boolean isLimited, Remark limit, ScaleHistory history) {}

    private record Stabilized(int replicas, ScaleHistory history) {}

    private record Limited(int replicas, Remark why) {}

    private static final Remark READY =
            new Remark(Reasons.READY_FOR_NEW_SCALE, "recommended size matches current size");
    private static final Remark DOWN_STABILIZED = new Remark(
            Reasons.SCALE_DOWN_STABILIZED,
            "recent recommendations were higher than current one, applying the highest recent recommendation");
    private static final Remark UP_STABILIZED = new Remark(
            Reasons.SCALE_UP_STABILIZED,
            "recent recommendations were lower than current one, applying the lowest recent recommendation");
    private static final Remark WITHIN_RANGE =
            new Remark(Reasons.DESIRED_WITHIN_RANGE, "the desired count is within the acceptable range");
    private static final Remark TOO_MANY =
            new Remark(Reasons.TOO_MANY_REPLICAS, "the desired replica count is more than the maximum replica count");
    private static final Remark TOO_FEW =
            new Remark(Reasons.TOO_FEW_REPLICAS, "the desired replica count is less than the minimum replica count");
    private static final Remark TOO_FAST_UP = new Remark(
            Reasons.SCALE_UP_LIMIT, "the desired replica count is increasing faster than the maximum scale rate");
    private static final Remark TOO_FAST_DOWN = new Remark(
            Reasons.SCALE_DOWN_LIMIT, "the desired replica count is decreasing faster than the maximum scale rate");

    /// @param proposed what the metrics ask for
    Result of(int proposed) {
        return autoscaler
                .spec()
                .behavior()
                .map(behavior -> withBehavior(behavior, proposed))
                .orElseGet(() -> withoutBehavior(proposed));
    }

    /// One where the autoscaler does not say.
    static int minReplicas(HorizontalPodAutoscaler autoscaler) {
        return autoscaler.spec().minReplicas().orElse(1);
    }

    private Result withoutBehavior(int proposed) {
        var since = now.minus(usualWindow);
        int highest = history.recommendations().stream()
                .filter(one -> !one.at().isBefore(since))
                .mapToInt(ScaleHistory.Entry::replicas)
                .reduce(proposed, Math::max);
        var recommended = history.recommending(proposed, now, at -> at.isBefore(since));
        return result(proposed, new Stabilized(highest, recommended), DOWN_STABILIZED, withinUsualRate(highest));
    }

    private Limited withinUsualRate(int desired) {
        int rate = (int) Math.min(Integer.MAX_VALUE, Math.max(2L * current, ALWAYS_ALLOWED));
        int most = Math.min(maxReplicas(), rate);
        if (desired < minReplicas()) {
            return new Limited(minReplicas(), TOO_FEW);
        }
        return desired > most
                ? new Limited(most, maxReplicas() > rate ? TOO_FAST_UP : TOO_MANY)
                : new Limited(desired, WITHIN_RANGE);
    }

    private Result withBehavior(HorizontalPodAutoscalerBehavior behavior, int proposed) {
        var up = ScalingRules.up(behavior.scaleUp());
        var down = ScalingRules.down(behavior.scaleDown(), usualWindow);
        var stabilized = stabilized(proposed, now.minus(up.window()), now.minus(down.window()));
        var remark = proposed >= current ? UP_STABILIZED : DOWN_STABILIZED;
        return result(proposed, stabilized, remark, withinRates(stabilized.replicas(), up, down));
    }

    /// The present size, raised to the lowest of what was recommended within the window for scaling up, and lowered to
    /// the highest within the window for scaling down.
    private Stabilized stabilized(int proposed, Instant upSince, Instant downSince) {
        int lowest = proposed;
        int highest = proposed;
        for (var recommendation : history.recommendations()) {
            if (recommendation.at().isAfter(upSince)) {
                lowest = Math.min(lowest, recommendation.replicas());
            }
            if (recommendation.at().isAfter(downSince)) {
                highest = Math.max(highest, recommendation.replicas());
            }
        }
        var recommended = history.recommending(proposed, now, at -> at.isBefore(upSince) && at.isBefore(downSince));
        return new Stabilized(Math.min(Math.max(current, lowest), highest), recommended);
    }

    private Limited withinRates(int desired, ScalingRules up, ScalingRules down) {
        if (desired > current) {
            int rate = up.upperLimit(current, history, now);
            int most = Math.min(maxReplicas(), rate);
            return desired > most
                    ? new Limited(most, maxReplicas() > rate ? TOO_FAST_UP : TOO_MANY)
                    : new Limited(desired, WITHIN_RANGE);
        }
        if (desired < current) {
            int rate = down.lowerLimit(current, history, now);
            int least = Math.max(minReplicas(), rate);
            return desired < least
                    ? new Limited(least, minReplicas() < rate ? TOO_FAST_DOWN : TOO_FEW)
                    : new Limited(desired, WITHIN_RANGE);
        }
        return new Limited(desired, WITHIN_RANGE);
    }

    private static Result result(int proposed, Stabilized stabilized, Remark ifHeldBack, Limited limited) {
        return new Result(
                limited.replicas(),
                stabilized.replicas() == proposed ? READY : ifHeldBack,
                limited.replicas() != stabilized.replicas(),
                limited.why(),
                stabilized.history());
    }

    private int minReplicas() {
        return minReplicas(autoscaler);
    }

    private int maxReplicas() {
        return autoscaler.spec().maxReplicas();
    }

    /// The history once the target was scaled; only rules of one's own look back at it.
    static ScaleHistory scaled(
            HorizontalPodAutoscaler autoscaler,
            ScaleHistory history,
            int from,
            int to,
            Duration usualWindow,
            Instant now) {
        Optional<HorizontalPodAutoscalerBehavior> behavior = autoscaler.spec().behavior();
        return behavior.map(rules -> history.scaled(
                        from,
                        to,
                        ScalingRules.up(rules.scaleUp()),
                        ScalingRules.down(rules.scaleDown(), usualWindow),
                        now))
                .orElse(history);
    }
}
