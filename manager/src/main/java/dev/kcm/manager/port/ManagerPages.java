package dev.kcm.manager.port;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.manager.migration.LeaderMigration;
import dev.kcm.manager.options.DebuggingOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.pages.Configz;
import dev.kcm.manager.pages.Flagz;
import dev.kcm.manager.pages.Statusz;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import dev.kcm.serving.health.HealthCheck;
import dev.kcm.serving.health.HealthChecks;
import dev.kcm.serving.metrics.MetricsText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// All pages of the manager's HTTPS port.
public final class ManagerPages implements Handler {
    private static final int OK = 200;

    private final ManagerOptions options;
    private final Optional<LeaderMigration> migration;
    private final Clock clock;
    private final ProcessStart start;
    private final HealthIndicators indicators;
    private final HealthChecks health = HealthChecks.at("/healthz", HealthCheck.PING);
    private final Pages pages = new Pages();

    /// @param migration present when controllers migrate between managers
    /// @param controllers those of the current term
    public ManagerPages(
            ManagerOptions options,
            Optional<LeaderMigration> migration,
            Metrics metrics,
            Clock clock,
            Supplier<List<ExplainedController>> controllers) {
        this.options = options;
        this.migration = migration;
        this.clock = clock;
        this.start = ProcessStart.of(clock.instant());
        this.indicators = new HealthIndicators(start);
        pages.add("/healthz", health)
                .add("/healthz/", health)
                .add("/metrics", exchange -> metrics(exchange, metrics))
                .add("/metrics/slis", indicators)
                .add("/configz", this::configz)
                .add(Explain.PATH, new Explain(controllers));
        if (options.of(DebuggingOptions.FLAGS).profiling()) {
            JvmPages.addTo(pages);
        }
        addVersionedPages();
    }

    /// Adds a check, which takes the place of the one that only answers.
    public void add(HealthCheck check) {
        health.add(indicators.counting(check));
        health.remove(HealthCheck.PING.name());
    }

    /// Takes a check away again.
    public void removeHealthCheck(String name) {
        health.remove(name);
    }

    @Override
    public void handle(Exchange exchange) throws IOException, InterruptedException {
        pages.handle(exchange);
    }

    private void addVersionedPages() {
        if (options.gates().isEnabled("ComponentFlagz")) {
            pages.add(
                    "/flagz",
                    new VersionedPage("Flagz", () -> Flagz.text(options), version -> Flagz.json(options, version)));
        }
        if (options.gates().isEnabled("ComponentStatusz")) {
            var listed = List.of("/configz", "/flagz", "/healthz", "/metrics").stream()
                    .filter(pages.paths()::contains)
                    .toList();
            pages.add(
                    "/statusz",
                    new VersionedPage(
                            "Statusz",
                            () -> status(listed).text(ZoneId.systemDefault()),
                            version -> status(listed).json(version)));
        }
    }

    private Statusz status(List<String> listed) {
        return new Statusz(
                start.at(), clock.instant(), options.gateDecision().versions().emulated(), listed);
    }

    private void configz(Exchange exchange) throws IOException {
        exchange.setHeader("Content-Type", "application/json");
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        exchange.respond(OK, Configz.of(options, migration).getBytes(StandardCharsets.UTF_8));
    }

    private void metrics(Exchange exchange, Metrics metrics) throws IOException {
        exchange.setHeader("Process-Start-Time-Unix", start.unixTime());
        new MetricsText(metrics).handle(exchange);
    }
}
