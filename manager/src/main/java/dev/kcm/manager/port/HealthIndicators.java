package dev.kcm.manager.port;

import dev.kcm.base.metrics.Family.Type;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import dev.kcm.serving.health.HealthCheck;
import dev.kcm.serving.metrics.MetricsText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// `/metrics/slis`: the results of each health check. DELETE resets them.
final class HealthIndicators implements Handler {
    private static final String TYPE = "healthz";
    private static final int OK = 200;

    private final ProcessStart start;
    private volatile Metrics metrics = new Metrics();

    HealthIndicators(ProcessStart start) {
        this.start = start;
        metrics.observed(
                "process_start_time_seconds",
                "[ALPHA] Start time of the process since unix epoch in seconds.",
                Type.GAUGE,
                List.of(),
                () -> List.of(Sample.of(start.seconds())));
    }

    /// The same check, its results counted.
    HealthCheck counting(HealthCheck check) {
        return new HealthCheck(check.name(), check.group(), () -> {
            var unhealthyReason = check.probe().unhealthyReason();
            note(check.name(), unhealthyReason.isEmpty());
            return unhealthyReason;
        });
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        if (exchange.method().equals("DELETE")) {
            metrics = new Metrics();
            exchange.setHeader("Content-Type", "text/plain; charset=utf-8");
            exchange.respond(OK, "metrics reset\n".getBytes(StandardCharsets.UTF_8));
        } else {
            exchange.setHeader("Process-Start-Time-Unix", start.unixTime());
            new MetricsText(metrics).handle(exchange);
        }
    }

    private void note(String name, boolean isWell) {
        var now = metrics;
        now.gauge(
                        "kubernetes_healthcheck",
                        "[STABLE] This metric records the result of a single healthcheck.",
                        "name",
                        "type")
                .with(name, TYPE)
                .set(isWell ? 1 : 0);
        now.counter(
                        "kubernetes_healthchecks_total",
                        "[STABLE] This metric records the results of all healthcheck.",
                        "name",
                        "status",
                        "type")
                .with(name, isWell ? "success" : "error", TYPE)
                .increment();
    }
}
