package dev.kcm.serving.health;

import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/// Serves `/healthz` (or `/livez`, `/readyz`: the path says), `?verbose`, `?exclude=NAME` and
/// `/healthz/NAME` word for word as upstream does. The whole list withholds reasons, because it is
/// public; the page of one check gives them. Checks are called in the order they were added.
public final class HealthChecks implements Handler {
    private static final Logger LOG = System.getLogger("dev.kcm.serving.health");
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;

    private final String path;
    private final CopyOnWriteArrayList<HealthCheck> checks = new CopyOnWriteArrayList<>();

    private HealthChecks(String path) {
        this.path = path;
    }

    /// Checks for a path such as `/healthz`; without any check the response is `ok`.
    public static HealthChecks at(String path, HealthCheck... first) {
        var made = new HealthChecks(path);
        made.checks.addAll(List.of(first));
        return made;
    }

    public String path() {
        return path;
    }

    /// Whether a request path is one of ours.
    public boolean covers(String requestPath) {
        return requestPath.equals(path) || requestPath.startsWith(path + "/");
    }

    /// Adds a check, in the place of one of the same name if there is one.
    public void add(HealthCheck check) {
        synchronized (checks) {
            for (int i = 0; i < checks.size(); i++) {
                if (checks.get(i).name().equals(check.name())) {
                    checks.set(i, check);
                    return;
                }
            }
            checks.add(check);
        }
    }

    public void remove(String name) {
        checks.removeIf(check -> check.name().equals(name));
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        var wanted = exchange.path();
        if (wanted.equals(path)) {
            all(exchange);
            return;
        }
        for (var check : checks) {
            if (wanted.equals(path + "/" + check.name())) {
                one(exchange, check);
                return;
            }
        }
        exchange.respondText(NOT_FOUND, "404 page not found\n");
    }

    private static void one(Exchange exchange, HealthCheck check) throws IOException {
        var unhealthyReason = check.unhealthyReason();
        if (unhealthyReason.isPresent()) {
            exchange.respondText(FAILED, "internal server error: " + unhealthyReason.get() + "\n");
        } else {
            exchange.respondText(OK, "ok");
        }
    }

    private void all(Exchange exchange) throws IOException {
        var excluded = new LinkedHashSet<>(exchange.query().all("exclude"));
        var unknown = new TreeSet<>(excluded);
        var lines = new StringBuilder();
        var reasons = new ArrayList<String>();
        for (var check : checks) {
            lines.append(line(check, excluded, unknown, reasons)).append('\n');
        }
        if (!unknown.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(quoted(unknown))
                    .append('\n');
        }
        var name = path.substring(1);
        if (!reasons.isEmpty()) {
            LOG.log(Level.INFO, "{0} check failed: {1}", name, String.join("; ", reasons));
            exchange.respondText(FAILED, lines + name + " check failed\n");
        } else if (exchange.query().has("verbose")) {
            exchange.respondText(OK, lines + name + " check passed\n");
        } else {
            exchange.respondText(OK, "ok");
        }
    }

    private static String line(
            HealthCheck check, LinkedHashSet<String> excluded, TreeSet<String> unknown, List<String> reasons) {
        var name = check.name();
        if (excluded.contains(name)) {
            unknown.remove(name);
            return "[+]%s excluded: ok".formatted(name);
        }
        if (!check.group().isEmpty() && excluded.contains(check.group())) {
            unknown.remove(check.group());
            return "[+]%s excluded with %s: ok".formatted(name, check.group());
        }
        var unhealthyReason = check.unhealthyReason();
        if (unhealthyReason.isEmpty()) {
            return "[+]%s ok".formatted(name);
        }
        reasons.add(name + ": " + unhealthyReason.get());
        return "[-]%s failed: reason withheld".formatted(name);
    }

    private static String quoted(TreeSet<String> names) {
        return names.stream()
                .map(name -> '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(","));
    }
}
