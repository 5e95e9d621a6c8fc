package dev.kcm.cli;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.DataDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/// The cluster that runs on a data directory, as its administrator reaches it.
record RunningCluster(Path directory) {
    /// For a user who waits in a terminal.
    static final ClientSettings SHORT_TIMEOUT =
            ClientSettings.usual().withoutRateLimit().withTimeout(Duration.ofSeconds(10));

    /// @throws ClusterException if none runs there
    static RunningCluster of(Arguments arguments) {
        var directory = arguments.dataDirectory();
        if (!DataDirectory.isRunning(directory)) {
            throw new ClusterException("no cluster runs on %s: start one with kcm up, or name another with --data-dir"
                    .formatted(directory));
        }
        return new RunningCluster(directory);
    }

    /// @throws dev.kcm.client.config.ConfigException if the kubeconfig in its directory cannot be used
    <T> T ask(ClientSettings settings, Function<Client, T> question) {
        var clock = Clock.system();
        var metrics = new Metrics();
        var config = Configs.fromFlags(
                directory.resolve("kubeconfig").toString(), "", new CredentialSources(clock, metrics, Map.of()));
        try (var server = RemoteServer.at(config, clock);
                var client = server.client("kcm", settings, metrics)) {
            return question.apply(client);
        }
    }
}
