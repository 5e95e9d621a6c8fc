package dev.kcm.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/// A table of results made by upstream's own code (the programs in `src/test/go`), one case per
/// line, fields separated by tabs.
public record GoldenTable(String name, List<Row> rows) {

    /// One case; `text` fields are JSON strings.
    public record Row(int line, List<String> fields) {
        public String kind() {
            return fields.getFirst();
        }

        public String field(int index) {
            return fields.get(index);
        }

        public String text(int index) {
            return ((JsonText) json(index)).value();
        }

        public Json json(int index) {
            return Json.parse(field(index));
        }
    }

    public static GoldenTable read(String name) {
        var rows = new ArrayList<Row>();
        try (var lines = new BufferedReader(new InputStreamReader(open(name), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                rows.add(new Row(rows.size() + 1, List.of(line.split("\t", -1))));
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        return new GoldenTable(name, rows);
    }

    private static InputStream open(String name) throws IOException {
        var stream = GoldenTable.class.getResourceAsStream("/golden/" + name);
        if (stream == null) {
            throw new IllegalStateException("no table " + name + " among the test resources");
        }
        return name.endsWith(".gz") ? new GZIPInputStream(stream) : stream;
    }

    /// Renders each row of `kind` and compares it with the row itself; there must be at least
    /// `atLeast` of them. A field `~` in the table is one Go gets wrong and is not compared.
    public void matches(String kind, int atLeast, Function<Row, List<String>> ours) {
        var differences = new ArrayList<String>();
        var cases = 0;
        for (var row : rows) {
            if (row.kind().equals(kind)) {
                cases++;
                compare(row, ours, differences);
            }
        }
        assertThat(differences.stream().limit(5))
                .as("%s: %s cases of %s", name, cases, kind)
                .isEmpty();
        assertThat(cases).as("cases of %s in %s", kind, name).isGreaterThanOrEqualTo(atLeast);
    }

    private static void compare(Row row, Function<Row, List<String>> ours, List<String> differences) {
        var expected = row.fields();
        List<String> actual;
        try {
            actual = ours.apply(row);
        } catch (RuntimeException problem) {
            actual = List.of(String.valueOf(problem));
        }
        for (var i = Math.max(expected.size(), actual.size()) - 1; i >= 0; i--) {
            var wanted = i < expected.size() ? expected.get(i) : "nothing";
            var found = i < actual.size() ? actual.get(i) : "nothing";
            if (!wanted.equals("~") && !wanted.equals(found)) {
                differences.add(difference(row, i, wanted, found));
                return;
            }
        }
    }

    /// Where the two part, with a little of what comes before.
    private static String difference(Row row, int cell, String expected, String actual) {
        var start = Math.max(0, Arrays.mismatch(expected.toCharArray(), actual.toCharArray()) - 60);
        return "line %d, cell %d, from character %d%n  Go:   %s%n  ours: %s"
                .formatted(row.line(), cell, start, excerpt(expected, start), excerpt(actual, start));
    }

    private static String excerpt(String text, int start) {
        var end = Math.min(text.length(), start + 400);
        return start < end ? text.substring(start, end) : "";
    }
}
