package dev.kcm.conformance.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The result of a scenario on one backend.
///
/// @param message why it failed or was skipped, in one line
record Result(String scenario, Outcome outcome, long millis, String message) {
    enum Outcome {
        PASSED,
        FAILED,
        /// It cannot run on that backend, for the reason that an annotation gives.
        SKIPPED
    }

    String line() {
        return "%s\t%s\t%d\t%s\n".formatted(scenario, outcome, millis, message.replaceAll("\\s+", " "));
    }

    /// By scenario; none where there is no such file.
    static Map<String, Result> read(Path folder) {
        var file = folder.resolve("results.tsv");
        var results = new TreeMap<String, Result>();
        if (!Files.exists(file)) {
            return results;
        }
        try {
            for (var line : Files.readAllLines(file)) {
                var parts = line.split("\t", 4);
                results.put(
                        parts[0], new Result(parts[0], Outcome.valueOf(parts[1]), Long.parseLong(parts[2]), parts[3]));
            }
            return results;
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot read " + file, problem);
        }
    }
}
