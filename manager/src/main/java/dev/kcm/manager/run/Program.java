package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.log.Logging;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.ConfigException;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.manager.gates.GateMetrics;
import dev.kcm.manager.logging.LoggingOptions;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ConnectionOptions;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.options.TerminalWidth;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// kube-controller-manager from its arguments to its exit code.
public final class Program {
    private static final Log log = Log.of(Program.class);

    private Program() {}

    /// Returns when the program was told to end or could not start.
    public static int run(List<String> arguments, PrintStream out, PrintStream err) {
        return switch (CommandLine.read(arguments, TerminalWidth.columns())) {
            case CommandLine.Print(var text) -> {
                out.print(text);
                yield 0;
            }
            case CommandLine.Refuse(var text) -> {
                err.print(text);
                yield 1;
            }
            case CommandLine.Run run -> start(run, out, err);
        };
    }

    private static int start(CommandLine.Run run, PrintStream out, PrintStream err) {
        var options = run.options();
        var clock = Clock.system();
        var logging = options.of(LoggingOptions.FLAGS);
        Logging.start(logging.sink(out, err, clock), logging.level(), clock);
        try {
            introduce(run);
            return serve(options, run.reportedVersion(), clock);
        } catch (ConfigException unusable) {
            err.println("Error: " + unusable.getMessage());
            return 1;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            Logging.flush();
        }
    }

    private static void introduce(CommandLine.Run run) {
        log.info("Starting", "version", run.reportedVersion());
        run.warnings().forEach(warning -> log.warn(warning));
        run.options().printed().forEach(line -> log.v(1).info(line));
        var missing = BuiltControllers.missing(run.options());
        if (!missing.isEmpty()) {
            log.warn("These controllers are not built yet and do not run", "controllers", missing);
        }
    }

    private static int serve(ManagerOptions options, String version, Clock clock) throws InterruptedException {
        var metrics = new Metrics();
        GateMetrics.register(metrics, options.gateDecision());
        var connection = options.of(ConnectionOptions.FLAGS);
        var config =
                Configs.fromFlags(
                        connection.kubeconfig(),
                        connection.master(),
                        new CredentialSources(clock, metrics, System.getenv()));
        var requests = options.of(GenericOptions.FLAGS).requests();
        var settings = ClientSettings.usual().withRate(requests.perSecond(), requests.burst());
        var told = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> await(told)));
        try (var server = RemoteServer.at(config, clock);
                var running = new Leadership(options, new Connections(server, settings, metrics, version), clock);
                var port = HealthPort.open(options, running, metrics, clock)) {
            running.start();
            END.await();
            log.info("Asked to end, stopping controllers and releasing the lease", "port", port.describe());
        } finally {
            told.countDown();
        }
        return 0;
    }

    private static final CountDownLatch END = new CountDownLatch(1);

    /// The JVM ends when its shutdown hooks do: this one lets the program come to its own end first.
    private static void await(CountDownLatch ended) {
        END.countDown();
        try {
            ended.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
