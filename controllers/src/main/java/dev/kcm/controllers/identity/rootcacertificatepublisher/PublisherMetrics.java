package dev.kcm.controllers.identity.rootcacertificatepublisher;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.runtime.plan.Outcomes;

import java.time.Duration;

/// Looks at namespaces by the code they ended with; upstream's names.
record PublisherMetrics(Counter syncs, Histogram durations) {
    private static final String HELP =
            "[ALPHA] Number of namespace syncs happened in root ca cert publisher.";
    private static final int OK = 200;

    /// What never reached a server has no code of its own.
    private static final int NO_ANSWER = 500;

    static PublisherMetrics in(Metrics metrics) {
        return new PublisherMetrics(
                metrics.counter("root_ca_cert_publisher_sync_total", HELP, "code"),
                metrics.histogram(
                        "root_ca_cert_publisher_sync_duration_seconds",
                        HELP,
                        Buckets.exponential(0.001, 2, 15),
                        "code"));
    }

    void record(Outcomes writes, Duration took) {
        int code =
                writes.firstFailure()
                        .map(failure -> failure.code() == 0 ? NO_ANSWER : failure.code())
                        .orElse(OK);
        syncs.with(Integer.toString(code)).increment();
        durations.with(Integer.toString(code)).observe(took);
    }
}
