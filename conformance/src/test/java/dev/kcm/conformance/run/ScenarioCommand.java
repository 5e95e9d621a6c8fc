package dev.kcm.conformance.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What `conformance/run scenarios` starts.
///
/// - `manager-flags [FOCUS]`: the flags that scenarios need a manager to have, one set a line
/// - `run DIRECTORY PARALLEL FOCUS [FLAGS]`: runs them on the backend that system properties choose;
///   results and end states go to the directory
/// - `report DIRECTORY DIFFERENCES [DOCUMENT]`: compares `DIRECTORY/real` with `DIRECTORY/go`, prints a
///   table and writes it as a document; `DIRECTORY/embedded` has the results there
///
/// An empty FOCUS means all. Ends with 1 if something failed or differs unexpectedly.
final class ScenarioCommand {
    private ScenarioCommand() {}

    public static void main(String[] arguments) throws IOException {
        var words = Arrays.asList(arguments);
        System.exit(run(words.getFirst(), words.subList(1, words.size())) ? 0 : 1);
    }

    private static boolean run(String command, List<String> rest) throws IOException {
        return switch (command) {
            case "manager-flags" -> {
                Scenarios.all(focus(rest, 0)).managerFlags().forEach(System.out::println);
                yield true;
            }
            case "run" ->
                new ScenarioRunner(Path.of(rest.get(0)), Integer.parseInt(rest.get(1)))
                        .run(
                                rest.size() > 3
                                        ? Scenarios.all(focus(rest, 2)).withManagerFlags(rest.get(3))
                                        : Scenarios.all(focus(rest, 2)));
            case "report" -> {
                var report = Report.of(Path.of(rest.get(0)), KnownDifferences.read(Path.of(rest.get(1))));
                System.out.println(report.table());
                if (rest.size() > 2) {
                    report.write(Path.of(rest.get(2)));
                }
                yield report.isGood();
            }
            default ->
                throw new IllegalArgumentException(
                        "unknown command %s: manager-flags, run or report".formatted(command));
        };
    }

    private static Optional<Pattern> focus(List<String> words, int position) {
        return words.size() > position && !words.get(position).isEmpty()
                ? Optional.of(Pattern.compile(words.get(position)))
                : Optional.empty();
    }
}
