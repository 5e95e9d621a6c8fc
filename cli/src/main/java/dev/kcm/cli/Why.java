package dev.kcm.cli;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.ConfigException;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.DataDirectory;
import dev.kcm.model.failure.ApiException;

import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// `kcm why KIND/NAME`: asks the running cluster.
final class Why {
    private Why() {}

    static int run(Arguments arguments, PrintStream out) {
        arguments.withoutManagerFlags();
        var word = arguments.words().size() == 1 ? arguments.words().getFirst() : "";
        int slash = word.indexOf('/');
        if (slash <= 0 || slash == word.length() - 1) {
            throw new ClusterException("write kcm why KIND/NAME, such as kcm why deployment/web");
        }
        if (!DataDirectory.isRunning(arguments.dataDirectory())) {
            throw new ClusterException(
                    "no cluster runs on %s: start one with kcm up"
                            .formatted(arguments.dataDirectory()));
        }
        var path =
                "/kcm/why?kind=%s&namespace=%s&name=%s"
                        .formatted(
                                encoded(word.substring(0, slash)),
                                encoded(arguments.namespace()),
                                encoded(word.substring(slash + 1)));
        out.print(ask(arguments, path));
        return 0;
    }

    private static String ask(Arguments arguments, String path) {
        var clock = Clock.system();
        var metrics = new Metrics();
        try {
            var config =
                    Configs.fromFlags(
                            arguments.dataDirectory().resolve("kubeconfig").toString(),
                            "",
                            new CredentialSources(clock, metrics, Map.of()));
            try (var server = RemoteServer.at(config, clock);
                    var client = server.client("kcm", ClientSettings.usual(), metrics)) {
                return client.raw(path, "text/plain").text();
            }
        } catch (ConfigException | ApiException refused) {
            throw new ClusterException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
