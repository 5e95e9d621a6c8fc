package dev.kcm.manager.options;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.HelpText;
import dev.kcm.base.flags.ParsedFlags;
import dev.kcm.manager.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/// What the command line requests.
public sealed interface CommandLine {
    String PROGRAM = "kube-controller-manager";

    /// Print `text` to standard output and end with 0.
    record Print(String text) implements CommandLine {}

    /// Print `text` to standard error and end with 1.
    record Refuse(String text) implements CommandLine {}

    /// Run.
    ///
    /// @param warnings what to say at start: deprecated flags, gates about to go
    /// @param reportedVersion the version to show, usually our own
    record Run(ManagerOptions options, List<String> warnings, String reportedVersion) implements CommandLine {}

    /// Reads the arguments.
    ///
    /// @param columns how wide the terminal is, asked when it matters; 0 when there is none
    static CommandLine read(List<String> arguments, IntSupplier columns) {
        var parsed = ManagerFlags.ALL.parse(arguments);
        var problems = new ArrayList<>(parsed.problems());
        var program = ProgramOptions.FLAGS.read(parsed.values());
        if (problems.isEmpty() && program.help()) {
            return new Print(help(columns.getAsInt()));
        }
        if (parsed.arguments().stream().anyMatch(argument -> !argument.isEmpty())) {
            problems.add("%s takes flags only, got %s"
                    .formatted(
                            PROGRAM,
                            parsed.arguments().stream().map(GoText::quote).collect(Collectors.joining(" "))));
        }
        if (problems.isEmpty() && program.version().equals("raw")) {
            return new Print(KubernetesVersion.raw() + "\n");
        }
        if (problems.isEmpty() && program.version().equals("true")) {
            return new Print(KubernetesVersion.line(KubernetesVersion.GIT) + "\n");
        }
        return runOrFail(parsed, problems);
    }

    private static CommandLine runOrFail(ParsedFlags parsed, List<String> problems) {
        var options = new ManagerOptions(parsed.values());
        problems.addAll(options.problems());
        if (!problems.isEmpty()) {
            return new Refuse(errorText(problems));
        }
        var warnings = new ArrayList<>(parsed.warnings());
        warnings.addAll(options.gateDecision().warnings());
        String version = options.of(ProgramOptions.FLAGS).version();
        return new Run(options, warnings, version.startsWith("v") ? version : KubernetesVersion.GIT);
    }

    private static String errorText(List<String> problems) {
        return problems.stream()
                .map(problem -> "Error: " + problem + "\n")
                .collect(Collectors.joining("", "", "Run %s --help for all flags.\n".formatted(PROGRAM)));
    }

    private static String help(int columns) {
        return """
            Runs the controllers of a Kubernetes cluster: loops that watch the API server and work
            until what is there is what was asked for.

            Usage:
              %s [flags]
            """.formatted(PROGRAM) + HelpText.of(ManagerFlags.ALL, columns);
    }
}
