package dev.kcm.client.config;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// What exec plugins do, under upstream's names. Shown whether or not there is a plugin.
public final class PluginMetrics {
    private static final Buckets AGES =
            Buckets.of(600, 1800, 3600, 14400, 86400, 604800, 2592000, 7776000, 15552000, 31104000, 124416000);

    private final Clock clock;
    private final Counter calls;
    private final Histogram.One ages;
    private final List<Supplier<Optional<Instant>>> expiries = new CopyOnWriteArrayList<>();

    PluginMetrics(Metrics metrics, Clock clock) {
        this.clock = clock;
        this.calls = metrics.counter(
                "rest_client_exec_plugin_call_total",
                "Calls to an exec plugin by kind of result and exit code",
                "code",
                "call_status");
        this.ages = metrics.histogram(
                        "rest_client_exec_plugin_certificate_rotation_age",
                        "Seconds a plugin's client certificate lived before it was" + " replaced",
                        AGES)
                .with();
        metrics.gauge(
                        "rest_client_exec_plugin_ttl_seconds",
                        "Seconds until the first of the plugins' client certificates expires;" + " +Inf without one")
                .observe(this::secondsLeft);
    }

    void called(String exitCode, String status) {
        calls.with(exitCode, status).increment();
    }

    void replaced(Instant issued) {
        ages.observe(Duration.between(issued, clock.instant()));
    }

    /// @param expiry when a plugin's certificate expires, if it has one
    void follow(Supplier<Optional<Instant>> expiry) {
        expiries.add(expiry);
    }

    private double secondsLeft() {
        return expiries.stream()
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .min(Instant::compareTo)
                .map(first -> Duration.between(clock.instant(), first).toMillis() / 1e3)
                .orElse(Double.POSITIVE_INFINITY);
    }
}
