package dev.kcm.manager;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Reference facts that were read off upstream's binary.
public final class Facts {
    private Facts() {}

    public static String text(String name) {
        try (var resource = Facts.class.getResourceAsStream(name)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// One line of a table.
    public record Row(Map<String, String> cells) {
        public String get(String heading) {
            return cells.getOrDefault(heading, "");
        }
    }

    /// The rows of a table, each by its headings.
    public static List<Row> table(String name) {
        var lines = text(name).lines().toList();
        String[] headings = lines.getFirst().split("\t", -1);
        return lines.stream()
                .skip(1)
                .map(line -> {
                    String[] cells = line.split("\t", -1);
                    var row = new HashMap<String, String>();
                    IntStream.range(0, headings.length)
                            .forEach(at -> row.put(headings[at], at < cells.length ? cells[at] : ""));
                    return new Row(row);
                })
                .toList();
    }

    /// JSON is YAML, so the YAML reader reads it.
    public static Object json(String text) {
        return new Load(LoadSettings.builder()
                        .setCodePointLimit(Integer.MAX_VALUE)
                        .build())
                .loadFromString(text);
    }
}
