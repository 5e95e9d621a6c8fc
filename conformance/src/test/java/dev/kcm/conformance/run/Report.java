package dev.kcm.conformance.run;

import dev.kcm.testing.scenario.LineDifference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// The results of the scenarios on all backends, and where ours and upstream's manager differ.
record Report(List<Row> rows, List<KnownDifferences.Entry> outdated) {
    private static final String NOT_RUN = "–";

    /// @param unexpected lines of the difference that are not known
    /// @param reasons for the known ones
    record Row(
            String scenario,
            Optional<Result> embedded,
            Optional<Result> real,
            Optional<Result> upstream,
            boolean isCompared,
            List<String> unexpected,
            List<KnownDifferences.Entry> reasons) {

        boolean isGood() {
            return !hasFailed(embedded) && !hasFailed(real) && unexpected.isEmpty();
        }

        String verdict() {
            if (!unexpected.isEmpty()) {
                return "DIFFERS";
            }
            if (!reasons.isEmpty()) {
                return "known difference";
            }
            return isCompared ? "equal" : NOT_RUN;
        }

        String word(Optional<Result> result) {
            return result.map(it -> switch (it.outcome()) {
                        case PASSED -> "passed";
                        case FAILED -> "FAILED";
                        case SKIPPED -> NOT_RUN;
                    })
                    .orElse(NOT_RUN);
        }

        /// Why it is skipped on some backend.
        Optional<String> skipped() {
            return embedded.or(() -> real)
                    .filter(it -> it.outcome() == Result.Outcome.SKIPPED)
                    .or(() -> real.filter(it -> it.outcome() == Result.Outcome.SKIPPED))
                    .map(Result::message);
        }

        private static boolean hasFailed(Optional<Result> result) {
            return result.filter(it -> it.outcome() == Result.Outcome.FAILED).isPresent();
        }
    }

    static Report of(Path directory, KnownDifferences known) {
        var embedded = Result.read(directory.resolve("embedded"));
        var real = Result.read(directory.resolve("real"));
        var upstream = Result.read(directory.resolve("go"));
        var names = new TreeSet<>(embedded.keySet());
        names.addAll(real.keySet());
        names.addAll(upstream.keySet());
        var rows = new ArrayList<Row>();
        for (var name : names) {
            rows.add(row(name, List.of(embedded, real, upstream), directory, known));
        }
        var used = rows.stream().flatMap(row -> row.reasons().stream()).toList();
        var outdated = known.entries().stream()
                .filter(entry -> names.contains(entry.scenario()))
                .filter(entry -> !used.contains(entry))
                .toList();
        return new Report(rows, outdated);
    }

    boolean isGood() {
        return !rows.isEmpty() && rows.stream().allMatch(Row::isGood);
    }

    String table() {
        var text = new StringBuilder();
        text.append("%-8s %-8s %-17s %s%n".formatted("embedded", "real", "equal to Go", "scenario"));
        for (var row : rows) {
            text.append("%-8s %-8s %-17s %s%n"
                    .formatted(row.word(row.embedded()), row.word(row.real()), row.verdict(), row.scenario()));
            row.unexpected().forEach(line -> text.append("    ").append(line).append('\n'));
        }
        outdated.forEach(entry -> text.append(
                "no longer differs, take it off the list: %s %s%n".formatted(entry.scenario(), entry.lines())));
        text.append("%d scenarios; %d equal, %d with known differences, %d need attention"
                .formatted(
                        rows.size(),
                        count("equal"),
                        count("known difference"),
                        rows.stream().filter(row -> !row.isGood()).count()));
        return text.toString();
    }

    void write(Path document) throws IOException {
        Files.writeString(document, ParityDocument.of(this));
    }

    private long count(String verdict) {
        return rows.stream()
                .filter(row -> row.isGood() && row.verdict().equals(verdict))
                .count();
    }

    private static Row row(String name, List<Map<String, Result>> results, Path directory, KnownDifferences known) {
        var real = Optional.ofNullable(results.get(1).get(name));
        var upstream = Optional.ofNullable(results.get(2).get(name));
        var ours = endState(directory.resolve("real"), name);
        var theirs = endState(directory.resolve("go"), name);
        var lines = new ArrayList<String>();
        upstream.filter(it -> it.outcome() == Result.Outcome.FAILED)
                .ifPresent(it -> lines.add("! with upstream's manager: " + it.message()));
        if (ours.isPresent() && theirs.isPresent()) {
            lines.addAll(LineDifference.between(theirs.get(), ours.get()));
        }
        var reasons = new ArrayList<KnownDifferences.Entry>();
        var unexpected = new ArrayList<String>();
        for (var line : lines) {
            known.covering(name, line).ifPresentOrElse(reasons::add, () -> unexpected.add(line));
        }
        return new Row(
                name,
                Optional.ofNullable(results.get(0).get(name)),
                real,
                upstream,
                ours.isPresent() && theirs.isPresent(),
                unexpected,
                reasons.stream().distinct().toList());
    }

    private static Optional<String> endState(Path directory, String name) {
        var file = directory.resolve(name + ".json");
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot read " + file, problem);
        }
    }
}
