package dev.kcm.cli;

import dev.kcm.client.config.ConfigException;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.why.UnknownKindException;
import dev.kcm.model.failure.ApiException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// `kcm why KIND/NAME`: asks the running cluster, or a manager on a real one.
final class Why {
    /// The object to explain.
    record Subject(String kind, String namespace, String name) {}

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
        var path = "/kcm/why?kind=%s&namespace=%s&name=%s"
                .formatted(encoded(subject.kind()), encoded(subject.namespace()), encoded(subject.name()));
        return RunningCluster.of(arguments)
                .ask(
                        RunningCluster.SHORT_TIMEOUT,
                        client -> client.raw(path, "text/plain").text());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
