package dev.kcm.controllers.shared.authorities;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.runtime.plan.Outcomes;
import java.time.Duration;

/// Syncs of a publisher by the code they ended with; upstream's names.
public record PublishingMetrics(Counter syncs, Histogram durations) {
    private static final int OK = 200;

    /// What never reached a server has no code of its own.
    private static final int NO_RESPONSE = 500;

    /// @param prefix upstream's name of the publisher
    public static PublishingMetrics named(String prefix, String countHelp, String durationHelp, Metrics metrics) {
        return new PublishingMetrics(
                metrics.counter(prefix + "_sync_total", "[ALPHA] " + countHelp, "code"),
                metrics.histogram(
                        prefix + "_sync_duration_seconds",
                        "[ALPHA] " + durationHelp,
                        Buckets.exponential(0.001, 2, 15),
                        "code"));
    }

    public void record(Outcomes writes, Duration took) {
        int code = writes.firstFailure()
                .map(failure -> failure.code() == 0 ? NO_RESPONSE : failure.code())
                .orElse(OK);
        syncs.with(Integer.toString(code)).increment();
        durations.with(Integer.toString(code)).observe(took);
    }
}
