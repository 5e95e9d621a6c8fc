package dev.kcm.conformance.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where we mean to differ from upstream's manager, and why.
record KnownDifferences(List<Entry> entries) {

    /// @param lines covers the lines of a difference it is about
    record Entry(String scenario, Pattern lines, String reason) {}

    /// Reads lines of scenario, regular expression and reason, parted by tabs; `#` begins a
    /// comment.
    static KnownDifferences read(Path file) throws IOException {
        return new KnownDifferences(Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> entry(file, line))
                .toList());
    }

    Optional<Entry> covering(String scenario, String line) {
        return entries.stream()
                .filter(entry -> entry.scenario().equals(scenario))
                .filter(entry -> entry.lines().matcher(line).find())
                .findFirst();
    }

    private static Entry entry(Path file, String line) {
        var parts = line.split("\t", -1);
        if (parts.length != 3 || parts[2].isBlank()) {
            throw new IllegalArgumentException(
                    "%s: \"%s\" is not scenario, expression and reason, parted by tabs".formatted(file, line));
        }
        return new Entry(parts[0], Pattern.compile(parts[1]), parts[2]);
    }
}
