package dev.kcm.base.fuzzing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Inputs kept in files, `corpus/PARSER/…` beside the test that reads them: what was found before, by name.
final class Corpus {
    private Corpus() {}

    static Map<String, byte[]> of(Class<?> test, String parser) {
        var inputs = new TreeMap<String, byte[]>();
        var place = test.getResource("corpus/" + parser);
        if (place == null) {
            return inputs;
        }
        try {
            for (var file : files(Path.of(URI.create(place.toString())))) {
                inputs.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        return inputs;
    }

    private static List<Path> files(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.toList();
        }
    }
}
