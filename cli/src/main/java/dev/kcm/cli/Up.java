package dev.kcm.cli;

import dev.kcm.base.Clock;
import dev.kcm.base.ShutdownSignal;
import dev.kcm.base.log.Logging;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import dev.kcm.cluster.Persistence;
import dev.kcm.manager.logging.LoggingOptions;
import dev.kcm.manager.options.CommandLine;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// `kcm up`: a cluster in the foreground.
final class Up {
    private static final String MARGIN = " ".repeat(18);
    private static final int LONGEST_LINE = 80;
    private static final String MERGE = "--merge-kubeconfig";

    private Up() {}

    static int run(Arguments arguments, PrintStream out, PrintStream err) throws InterruptedException {
        arguments.withoutWords();
        long began = began();
        startLog(arguments, out, err);
        var cluster = Cluster.start(settings(arguments));
        try (var shutdown = ShutdownSignal.install()) {
            try (cluster) {
                merge(arguments, cluster);
                var took = Duration.ofMillis(Clock.system().instant().toEpochMilli() - began);
                out.print(welcome(cluster, arguments, took));
                out.flush();
                shutdown.await();
                out.println("\nStopping.");
            } finally {
                Logging.flush();
            }
        }
        return 0;
    }

    /// When the process began, or the launcher had built what it starts, in milliseconds.
    private static long began() {
        return Optional.ofNullable(Long.getLong("kcm.began"))
                .or(() -> ProcessHandle.current().info().startInstant().map(Instant::toEpochMilli))
                .orElseGet(() -> Clock.system().instant().toEpochMilli());
    }

    private static void merge(Arguments arguments, Cluster cluster) {
        if (arguments.isSet(MERGE)) {
            new UserKubeconfig(ownKubeconfig(arguments))
                    .merge(cluster.kubeconfig().orElseThrow());
        }
    }

    private static Path ownKubeconfig(Arguments arguments) {
        return arguments
                .text(MERGE)
                .filter(file -> !file.isEmpty() && !file.equals("true"))
                .map(Path::of)
                .orElseGet(UserKubeconfig::usual);
    }

    private static ClusterSettings settings(Arguments arguments) {
        return ClusterSettings.inProcess()
                .withDirectory(arguments.dataDirectory())
                .withPersistence(arguments.persistence())
                .withPort(arguments.port())
                .withNodes(arguments.nodes())
                .withManagerFlags(arguments.managerFlags());
    }

    /// As the manager's own flags have it; flags it cannot read are refused by the cluster's start.
    private static void startLog(Arguments arguments, PrintStream out, PrintStream err) {
        if (CommandLine.read(arguments.managerFlags(), () -> 0) instanceof CommandLine.Run run) {
            var logging = run.options().of(LoggingOptions.FLAGS);
            var clock = Clock.system();
            Logging.start(logging.sink(out, err, clock), logging.level(), clock);
        }
    }

    private static String welcome(Cluster cluster, Arguments arguments, Duration took) {
        var directory = arguments.dataDirectory();
        int missing = cluster.controllers().missing().size();
        return """
            A Kubernetes 1.36 control plane is ready at %s after %.1f s, with %d simulated nodes.

              kubeconfig      %s%s
              data            %s%s
              controllers     %s%s

            Try, in another terminal:

              export KUBECONFIG=%s
              kubectl create deployment web --image=nginx --replicas=3
              kubectl get pods -o wide

            Ctrl-C stops it.
            """.formatted(
                cluster.url().orElse("no address"),
                took.toMillis() / 1000.0,
                arguments.nodes(),
                directory.resolve("kubeconfig"),
                arguments.isSet(MERGE) ? "\n" + MARGIN + "and the context \"kcm\" of " + ownKubeconfig(arguments) : "",
                directory,
                kept(arguments.persistence()),
                wrapped(cluster.controllerNames()),
                missing == 0 ? "" : "\n" + MARGIN + "(%d more are not built yet)".formatted(missing),
                directory.resolve("kubeconfig"));
    }

    private static String kept(Persistence persistence) {
        return switch (persistence) {
            case IN_MEMORY -> " (objects in memory only)";
            case UNSAFE_NO_FSYNC -> " (a power loss may take back what was acknowledged)";
            case DURABLE -> "";
        };
    }

    /// Words in lines of readable length, below each other.
    private static String wrapped(List<String> words) {
        var lines = new StringBuilder();
        int column = 0;
        for (var word : words) {
            if (column > 0 && column + word.length() > LONGEST_LINE) {
                lines.append(",\n").append(MARGIN);
                column = 0;
            } else if (column > 0) {
                lines.append(", ");
            }
            lines.append(word);
            column += word.length() + 2;
        }
        return lines.toString();
    }
}
