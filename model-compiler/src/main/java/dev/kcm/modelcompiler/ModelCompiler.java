package dev.kcm.modelcompiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The program: `ModelCompiler SCHEMA-FOLDER RELEASE OUTPUT-FOLDER`. Files that would not change
/// are left alone, so that a build with nothing new compiles nothing; files no type asks for any
/// more are deleted.
public final class ModelCompiler {
    private ModelCompiler() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("usage: ModelCompiler SCHEMA-FOLDER RELEASE OUTPUT-FOLDER");
        }
        Path output = Path.of(arguments[2]);
        Set<Path> written = new HashSet<>();
        for (Source source : compile(Path.of(arguments[0]), arguments[1])) {
            Path file = output.resolve(source.path());
            written.add(file);
            writeIfChanged(file, source.text());
        }
        deleteOthers(output, written);
    }

    static List<Source> compile(Path schema, String release) throws IOException {
        Facts facts = Facts.read(schema, release);
        Model model = new Model(
                facts, Projection.read(facts, "k8s.io/api/core/v1.Pod", schema.resolve("pod-projection.tsv")));
        List<Source> sources = new ArrayList<>();
        for (Model.Type type : model.types()) {
            sources.add(new TypeWriter(model, type).write());
        }
        sources.add(CatalogWriter.write(model));
        return sources;
    }

    private static void writeIfChanged(Path file, String text) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(text)) {
            return;
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void deleteOthers(Path output, Set<Path> written) throws IOException {
        try (Stream<Path> files = Files.walk(output)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> !written.contains(file))
                    .forEach(file -> {
                        try {
                            Files.delete(file);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
    }
}
