package dev.kcm.conformance.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What `conformance/run scenarios` starts.
///
/// - `casts [FOCUS]`: which controllers scenarios want, one set of them a line
/// - `play FOLDER PARALLEL FOCUS [CAST]`: plays them on the stage that system properties choose;
///   results and end states go to the folder
/// - `report FOLDER DIFFERENCES [DOCUMENT]`: compares `FOLDER/real` with `FOLDER/go`, prints a
///   table and writes it as a document; `FOLDER/embedded` has the results there
///
/// An empty FOCUS means all. Ends with 1 if something failed or differs unexpectedly.
final class ScenarioRun {
    private ScenarioRun() {}

    public static void main(String[] arguments) throws IOException {
        var words = Arrays.asList(arguments);
        System.exit(run(words.getFirst(), words.subList(1, words.size())) ? 0 : 1);
    }

    private static boolean run(String command, List<String> rest) throws IOException {
        return switch (command) {
            case "casts" -> {
                Scenarios.all(focus(rest, 0)).casts().forEach(System.out::println);
                yield true;
            }
            case "play" ->
                new Player(Path.of(rest.get(0)), Integer.parseInt(rest.get(1)))
                        .play(
                                rest.size() > 3
                                        ? Scenarios.all(focus(rest, 2)).withCast(rest.get(3))
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
                throw new IllegalArgumentException("unknown command %s: casts, play or report".formatted(command));
        };
    }

    private static Optional<Pattern> focus(List<String> words, int position) {
        return words.size() > position && !words.get(position).isEmpty()
                ? Optional.of(Pattern.compile(words.get(position)))
                : Optional.empty();
    }
}
