package dev.kcm.apiserver.http;

import dev.kcm.serving.Exchange;
import dev.kcm.serving.health.HealthCheck;
import dev.kcm.serving.health.HealthChecks;
import java.io.IOException;
import java.util.List;

/// `/healthz`, `/livez` and `/readyz`, and each check below them. The store's check has the name that upstream's has.
/// Unlike etcd's, which only reads, it fails as soon as writes are refused.
final class ApiServerHealth {
    private final List<HealthChecks> endpoints;

    ApiServerHealth(HealthCheck.Probe store) {
        var etcd = HealthCheck.of("etcd", store);
        this.endpoints = List.of(
                HealthChecks.at("/healthz", HealthCheck.PING, etcd),
                HealthChecks.at("/livez", HealthCheck.PING, etcd),
                HealthChecks.at("/readyz", HealthCheck.PING, etcd, HealthCheck.of("etcd-readiness", store)));
    }

    /// Responds if the path is one of these.
    boolean serve(Exchange exchange) throws IOException {
        for (var endpoint : endpoints) {
            if (endpoint.covers(exchange.path())) {
                endpoint.handle(exchange);
                return true;
            }
        }
        return false;
    }
}
