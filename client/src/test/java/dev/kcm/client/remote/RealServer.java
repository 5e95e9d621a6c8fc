package dev.kcm.client.remote;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;

/// The real API server that `KCM_KUBECONFIG` names.
final class RealServer {
    static final Metrics METRICS = new Metrics();

    private RealServer() {}

    static Client client(ClientSettings settings) {
        return RemoteServer.client(config(), "kcm-test/1", settings, Clock.system(), METRICS);
    }

    static ClientConfig config() {
        var sources = new CredentialSources(Clock.system(), METRICS, System.getenv());
        return Configs.fromFlags(System.getenv("KCM_KUBECONFIG"), "", sources);
    }
}
