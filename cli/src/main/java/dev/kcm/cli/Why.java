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
import dev.kcm.cluster.why.UnknownKindException;
import dev.kcm.model.failure.ApiException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/// `kcm why KIND/NAME`: asks the running cluster, or a manager on a real one.
final class Why {
    /// The object to explain.
    record Subject(String kind, String namespace, String name) {}

    /// For a user who waits in a terminal.
    static final ClientSettings SHORT_TIMEOUT =
            ClientSettings.usual().withoutRateLimit().withTimeout(Duration.ofSeconds(10));

    private Why() {}

    static int run(Arguments arguments, PrintStream out) {
        var subject = subject(arguments);
        try {
            out.print(
                    arguments.text("--manager").isPresent()
                            ? ManagedCluster.explain(arguments, subject)
                            : embedded(arguments, subject));
            return 0;
        } catch (ConfigException | ApiException | UnknownKindException refused) {
            throw new ClusterException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private static Subject subject(Arguments arguments) {
        var words = arguments.words();
        var word = words.size() == 2 ? String.join("/", words) : String.join(" ", words);
        int slash = word.indexOf('/');
        if (words.size() > 2 || slash <= 0 || slash == word.length() - 1) {
            throw arguments.usageError("wants KIND/NAME, such as kcm why deployment/web");
        }
        return new Subject(word.substring(0, slash), arguments.namespace(), word.substring(slash + 1));
    }

    private static String embedded(Arguments arguments, Subject subject) {
        var directory = arguments.dataDirectory();
        if (!DataDirectory.isRunning(directory)) {
            throw new ClusterException("no cluster runs on %s: start one with kcm up, or name another with --data-dir"
                    .formatted(directory));
        }
        var path = "/kcm/why?kind=%s&namespace=%s&name=%s"
                .formatted(encoded(subject.kind()), encoded(subject.namespace()), encoded(subject.name()));
        var clock = Clock.system();
        var metrics = new Metrics();
        var config = Configs.fromFlags(
                directory.resolve("kubeconfig").toString(), "", new CredentialSources(clock, metrics, Map.of()));
        try (var server = RemoteServer.at(config, clock);
                var client = server.client("kcm", SHORT_TIMEOUT, metrics)) {
            return client.raw(path, "text/plain").text();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
