package dev.kcm.client.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// PEM text that stands in a configuration, or in a file that may be replaced while we run.
public sealed interface PemSource {

    /// For error messages.
    String name();

    String read();

    record Text(String name, String text) implements PemSource {
        @Override
        public String read() {
            return text;
        }

        @Override
        public String toString() {
            return name; // may hold a key
        }
    }

    record File(String entry, Path path) implements PemSource {
        @Override
        public String name() {
            return path + " (" + entry + ")";
        }

        @Override
        public String read() {
            try {
                return Files.readString(path);
            } catch (IOException missing) {
                throw new ConfigException(
                        "Cannot read %s, which %s names: %s".formatted(path, entry, FileErrors.of(missing)), missing);
            }
        }
    }
}
