package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.ShutdownSignal;
import dev.kcm.base.log.Log;
import dev.kcm.base.log.Logging;
import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.logging.LoggingOptions;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.TerminalWidth;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/// kube-controller-manager from its arguments to its exit code.
public final class Program {
    private static final Log log = Log.of(Program.class);
    private static final int FAILED = 1;
    private static final Duration UNTIL_SETTLED = Duration.ofSeconds(30);

    private Program() {}

    /// Returns after a shutdown signal, or when the program could not start.
    public static int run(List<String> arguments, PrintStream out, PrintStream err) {
        return switch (CommandLine.read(arguments, TerminalWidth::columns)) {
            case CommandLine.Print(var text) -> {
                out.print(text);
                yield 0;
            }
            case CommandLine.Refuse(var text) -> {
                err.print(text);
                yield FAILED;
            }
            case CommandLine.Run run -> start(run, out, err);
        };
    }

    private static int start(CommandLine.Run run, PrintStream out, PrintStream err) {
        var refused = BuiltControllers.refused(run.options());
        if (!refused.isEmpty()) {
            err.println("Error: --controllers: not built yet: " + String.join(", ", refused));
            return FAILED;
        }
        var errors = BuiltControllers.startupErrors(run.options());
        if (!errors.isEmpty()) {
            errors.forEach(reason -> err.println("Error: " + reason));
            return FAILED;
        }
        var clock = Clock.system();
        var logging = run.options().of(LoggingOptions.FLAGS);
        Logging.start(logging.sink(out, err, clock), logging.level(), clock);
        try {
            introduce(run);
            serve(run, clock);
            return 0;
        } catch (ConfigException unusable) {
            err.println("Error: " + unusable.getMessage());
            return FAILED;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return FAILED;
        } finally {
            Logging.flush();
        }
    }

    private static void introduce(CommandLine.Run run) {
        log.info("Starting", "version", run.reportedVersion());
        run.warnings().forEach(warning -> log.warn(warning));
        run.options().printed().forEach(line -> log.v(1).verbatim(line));
        BuiltControllers.disabledReasons(run.options())
                .forEach((controller, reason) ->
                        log.info("Controller is disabled", "controller", controller, "reason", reason));
        BuiltControllers.withoutCloud(run.options())
                .forEach(controller -> log.info("Skipping a cloud provider controller", "controller", controller));
        var missing = BuiltControllers.missing(run.options());
        if (!missing.isEmpty()) {
            log.warn("Skipped controllers that are not implemented yet", "controllers", missing);
        }
    }

    private static void serve(CommandLine.Run run, Clock clock) throws InterruptedException {
        try (var shutdown = ShutdownSignal.install();
                var manager = ManagerProcess.of(run.options(), clock, Program::giveUp)) {
            manager.start();
            clock.after(UNTIL_SETTLED, Program::economize); // a start has better things to do
            shutdown.await();
            log.info("Received shutdown signal, stopping controllers, then releasing the lease");
            manager.finish();
            Logging.flush();
            shutdown.close(); // whatever else is open ends with the process
        }
    }

    private static void economize() {
        HeapTrimmer.keep();
        VirtualThreadCarriers.spare();
    }

    /// Ends the process at once. The lease is left to run out: whoever gets it then can be sure
    /// that we are gone.
    private static void giveUp() {
        Logging.flush();
        Runtime.getRuntime().halt(FAILED);
    }
}
