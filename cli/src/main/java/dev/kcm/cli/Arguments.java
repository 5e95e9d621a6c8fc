package dev.kcm.cli;

import dev.kcm.cluster.ClusterException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// What stands behind a command of kcm.
///
/// @param managerFlags flags that are not ours
/// @param words what is no flag
record Arguments(
        Path dataDirectory,
        boolean inMemory,
        int port,
        int nodes,
        String namespace,
        List<String> managerFlags,
        List<String> words) {
    static final int USUAL_PORT = 7443;
    static final int USUAL_NODES = 3;
    static final Path USUAL_DIRECTORY = usualDirectory();
    private static final int LAST_PORT = 65535;
    private static final int MOST_NODES = 1000;

    static Arguments parse(List<String> arguments) {
        var parsing = new Parsing(arguments.iterator());
        while (parsing.rest.hasNext()) {
            parsing.take(parsing.rest.next());
        }
        return new Arguments(
                parsing.dataDirectory,
                parsing.inMemory,
                parsing.port,
                parsing.nodes,
                parsing.namespace,
                parsing.managerFlags,
                parsing.words);
    }

    /// For commands that pass nothing on.
    Arguments withoutManagerFlags() {
        if (!managerFlags.isEmpty()) {
            throw new ClusterException(
                    "\"%s\" is not understood here: see kcm --help"
                            .formatted(managerFlags.getFirst()));
        }
        return this;
    }

    Arguments withoutWords() {
        if (!words.isEmpty()) {
            throw new ClusterException(
                    "\"%s\" is not understood here: see kcm --help".formatted(words.getFirst()));
        }
        return this;
    }

    private static Path usualDirectory() {
        var state =
                Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                        .filter(text -> !text.isEmpty())
                        .map(Path::of)
                        .orElseGet(
                                () -> Path.of(System.getProperty("user.home"), ".local", "state"));
        return state.resolve("kcm").resolve("embedded");
    }

    private static final class Parsing {
        private final Iterator<String> rest;
        private final List<String> managerFlags = new ArrayList<>();
        private final List<String> words = new ArrayList<>();
        private Path dataDirectory = USUAL_DIRECTORY;
        private boolean inMemory;
        private int port = USUAL_PORT;
        private int nodes = USUAL_NODES;
        private String namespace = "default";

        Parsing(Iterator<String> rest) {
            this.rest = rest;
        }

        void take(String argument) {
            int equals = argument.indexOf('=');
            var name = equals < 0 ? argument : argument.substring(0, equals);
            var value = equals < 0 ? null : argument.substring(equals + 1);
            switch (name) {
                case "--data-dir" -> dataDirectory = Path.of(value(name, value)).toAbsolutePath();
                case "--in-memory" -> inMemory = value == null || Boolean.parseBoolean(value);
                case "--port" -> port = number(name, value(name, value), LAST_PORT);
                case "--nodes" -> nodes = number(name, value(name, value), MOST_NODES);
                case "--controllers" -> managerFlags.add(name + "=" + value(name, value));
                case "-n", "--namespace" -> namespace = value(name, value);
                default -> (argument.startsWith("-") ? managerFlags : words).add(argument);
            }
        }

        private String value(String name, @org.jspecify.annotations.Nullable String given) {
            if (given != null) {
                return given;
            }
            if (!rest.hasNext()) {
                throw new ClusterException(name + " wants a value");
            }
            return rest.next();
        }

        private static int number(String name, String text, int most) {
            try {
                int number = Integer.parseInt(text);
                if (number >= 0 && number <= most) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // told below, like one out of range
            }
            throw new ClusterException(
                    "%s wants a number from 0 to %d, not \"%s\"".formatted(name, most, text));
        }
    }
}
