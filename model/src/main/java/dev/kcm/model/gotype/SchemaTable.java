package dev.kcm.model.gotype;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The tables the model's compiler puts into the jar.
public final class SchemaTable {
    private SchemaTable() {}

    /// The lines of the table `name` in the package of `user`.
    public static List<String> read(Class<?> user, String name) {
        try (var stream = user.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the jar lacks " + name + ": build module model with Maven");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
