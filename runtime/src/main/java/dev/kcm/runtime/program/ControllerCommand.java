package dev.kcm.runtime.program;

import dev.kcm.base.Clock;
import dev.kcm.base.GoText;
import dev.kcm.base.ShutdownSignal;
import dev.kcm.base.flags.FlagSet;
import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.flags.HelpText;
import dev.kcm.base.log.KlogFormat;
import dev.kcm.base.log.Logging;
import dev.kcm.base.log.StreamSink;
import dev.kcm.base.log.Verbosity;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.config.ConfigException;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.model.ObjectKey;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Settings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// A [ControllerProgram] with a command line, for a main of three lines:
///
/// ```java
/// static void main(String[] arguments) {
///     System.exit(
///             ControllerCommand.named("previews", PreviewReconciler.SPEC)
///                     .run(List.of(arguments), System.out, System.err));
/// }
/// ```
///
/// It finds the cluster as kubectl does, and stands for the Lease of its own name.
public final class ControllerCommand {
    private static final int FAILED = 1;

    private final String name;
    private final List<ControllerSpec> specs;
    private final List<Flags<?>> groups = new ArrayList<>();

    /// @param leaseNamespace where the lease is, if it stands for one
    private record GeneralOptions(
            String kubeconfig, boolean elects, String leaseNamespace, int verbosity, boolean help) {
        static final Flags<GeneralOptions> FLAGS = Flags.section("general")
                .text(
                        "kubeconfig",
                        "",
                        "The cluster and whom to be there. Without it $KUBECONFIG,"
                                + " ~/.kube/config and the pod this runs in are tried, in"
                                + " this order.")
                .bool("leader-elect", true, "Work only while holding a Lease, so that several of this program can run.")
                .text("leader-elect-namespace", "default", "Where that Lease is.")
                .count("v", 0, "How much is logged; 4 shows what is decided about each object, and why.")
                .shorthand('v')
                .bool("help", false, "Print this and end.")
                .shorthand('h')
                .into(GeneralOptions::new);
    }

    private ControllerCommand(String name, List<ControllerSpec> specs) {
        this.name = name;
        this.specs = specs;
        groups.add(GeneralOptions.FLAGS);
    }

    public static ControllerCommand named(String name, ControllerSpec... specs) {
        return new ControllerCommand(name, List.of(specs));
    }

    /// Flags of the controllers' own, which they read from their [Settings.Options].
    public ControllerCommand flags(Flags<?> group) {
        groups.add(group);
        return this;
    }

    /// Runs until a shutdown signal (SIGTERM, Ctrl-C) or until the controllers fail;
    /// the exit code.
    public int run(List<String> arguments, PrintStream out, PrintStream err) {
        var flags = FlagSet.of(groups);
        var parsed = flags.parse(arguments);
        var problems = new ArrayList<>(parsed.problems());
        parsed.arguments().forEach(word -> problems.add("takes flags only, got " + GoText.quote(word)));
        if (problems.isEmpty()) {
            problems.addAll(flags.check(parsed.values()));
        }
        if (!problems.isEmpty()) {
            problems.forEach(problem -> err.println("Error: " + problem));
            err.println("Run with --help for all flags.");
            return FAILED;
        }
        if (GeneralOptions.FLAGS.read(parsed.values()).help()) {
            out.println("Usage:\n  %s [flags]".formatted(name));
            out.print(HelpText.of(flags, 0));
            return 0;
        }
        return start(parsed.values(), err);
    }

    private int start(FlagValues values, PrintStream err) {
        var general = GeneralOptions.FLAGS.read(values);
        var clock = Clock.system();
        Logging.start(StreamSink.to(err, KlogFormat.ofThisProcess()), Verbosity.of(general.verbosity()), clock);
        try (var shutdown = ShutdownSignal.install();
                var program = program(general, values, clock)) {
            program.start();
            Thread.ofVirtual().name("failure").start(() -> passOn(program, shutdown));
            shutdown.await();
            return program.unhealthyReason().isPresent() ? FAILED : 0;
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

    private ControllerProgram program(GeneralOptions general, FlagValues values, Clock clock) {
        var metrics = new Metrics();
        var config = Configs.asKubectl(general.kubeconfig(), new CredentialSources(clock, metrics, System.getenv()));
        var builder = ControllerProgram.named(name)
                .controllers(specs.toArray(ControllerSpec[]::new))
                .options(Settings.Options.of(values))
                .clock(clock)
                .metrics(metrics);
        return (general.elects() ? builder.electedBy(ObjectKey.of(general.leaseNamespace(), name)) : builder)
                .on(config);
    }

    private static void passOn(ControllerProgram program, ShutdownSignal shutdown) {
        try {
            if (program.awaitEnd().isPresent()) {
                shutdown.request();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
