package dev.kcm.manager.run;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.remote.RemoteServer;
import java.time.Duration;

/// Clients to one API server, told apart there by their user agent.
record Connections(RemoteServer server, ClientSettings settings, Metrics metrics, String version) {

    /// For one controller, within the rate that the options set.
    Client named(String purpose) {
        return server.client(agent(purpose), settings, metrics);
    }

    /// For watches, which are few and long.
    Client forInformers() {
        return server.client(agent("shared-informers"), settings.withoutRateLimit(), metrics);
    }

    /// For the lease: never held up by the rate limit, and quick to give up on a request.
    Client forLease(Duration timeout) {
        return server.client(agent("leader-election"), settings.withoutRateLimit().withTimeout(timeout), metrics);
    }

    private String agent(String purpose) {
        return "kube-controller-manager/%s (kcm) %s".formatted(version, purpose);
    }
}
