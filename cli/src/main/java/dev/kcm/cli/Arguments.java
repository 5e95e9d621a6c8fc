package dev.kcm.cli;

import dev.kcm.base.flags.Nearest;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.Persistence;
import dev.kcm.manager.options.ManagerFlags;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What stands behind a command of kcm.
///
/// @param values by flag; of a switch what stands behind its equals sign, or nothing
/// @param passedOn flags for the controllers
/// @param words what is no flag
record Arguments(Command command, Map<String, String> values, List<String> passedOn, List<String> words) {
    static final int USUAL_PORT = 7443;
    static final int USUAL_NODES = 3;
    static final Path USUAL_DIRECTORY = usualDirectory();
    private static final int LAST_PORT = 65535;
    private static final int MOST_NODES = 1000;
    private static final Map<String, String> SHORT = Map.of("-n", "--namespace");

    /// @throws ClusterException if a flag is not understood, or lacks its value
    static Arguments parse(Command command, List<String> arguments) {
        var parsed = new Arguments(command, new HashMap<>(), new ArrayList<>(), new ArrayList<>());
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            parsed.take(rest.next(), rest);
        }
        return parsed;
    }

    Path dataDirectory() {
        return text("--data-dir").map(it -> Path.of(it).toAbsolutePath()).orElse(USUAL_DIRECTORY);
    }

    Persistence persistence() {
        if (isSet("--in-memory")) {
            return Persistence.IN_MEMORY;
        }
        return isSet("--unsafe-no-fsync") ? Persistence.UNSAFE_NO_FSYNC : Persistence.DURABLE;
    }

    int port() {
        return number("--port", USUAL_PORT, LAST_PORT);
    }

    int nodes() {
        return number("--nodes", USUAL_NODES, MOST_NODES);
    }

    String namespace() {
        return text("--namespace").orElse("default");
    }

    /// A flag's value, if it was given.
    Optional<String> text(String flag) {
        return Optional.ofNullable(values.get(flag));
    }

    /// Whether a switch is on.
    boolean isSet(String flag) {
        return text(flag).filter(value -> !value.equals("false")).isPresent();
    }

    /// The flags that are passed on to the controllers.
    List<String> managerFlags() {
        var flags = new ArrayList<String>();
        text("--controllers").ifPresent(value -> flags.add("--controllers=" + value));
        flags.addAll(passedOn);
        return flags;
    }

    Arguments withoutWords() {
        if (!words.isEmpty()) {
            throw usageError("takes no \"%s\"".formatted(words.getFirst()));
        }
        return this;
    }

    /// A usage error, which refers to the help text.
    ClusterException usageError(String problem) {
        return new ClusterException("%1$s %2$s: see kcm %1$s --help".formatted(command.word(), problem));
    }

    private void take(String argument, Iterator<String> rest) {
        int equals = argument.indexOf('=');
        var given = equals < 0 ? argument : argument.substring(0, equals);
        var flag = SHORT.getOrDefault(given, given);
        if (command.takesValue(flag)) {
            values.put(flag, equals < 0 ? following(flag, rest) : argument.substring(equals + 1));
        } else if (command.isSwitch(flag)) {
            values.put(flag, equals < 0 ? "" : argument.substring(equals + 1));
        } else if (!argument.startsWith("-")) {
            words.add(argument);
        } else if (command.passesFlagsOn()) {
            passOn(argument, equals >= 0, rest);
        } else {
            throw usageError("has no flag %s%s".formatted(flag, Nearest.suggestion(flag, command.flags(), "")));
        }
    }

    /// Flags of the controllers that want a value may have it in the next word.
    private void passOn(String argument, boolean hasValue, Iterator<String> rest) {
        var name = argument.replaceFirst("^--?", "").replaceFirst("=.*", "");
        var flag = ManagerFlags.ALL.named(name);
        if (flag.isEmpty()) {
            throw usageError("has no flag %s%s".formatted(argument, meant(argument)));
        }
        passedOn.add(argument);
        boolean wantsValue = flag.filter(it -> it.type().bare().isEmpty()).isPresent();
        if (wantsValue && !hasValue) {
            passedOn.add(following(argument, rest));
        }
    }

    private String meant(String argument) {
        var known = new ArrayList<>(command.flags());
        ManagerFlags.ALL.flags().forEach(flag -> known.add("--" + flag.name()));
        return Nearest.suggestion(argument.replaceFirst("=.*", ""), known, "");
    }

    private String following(String flag, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw usageError("wants a value behind " + flag);
        }
        return rest.next();
    }

    private int number(String flag, int usual, int most) {
        var text = text(flag);
        if (text.isEmpty()) {
            return usual;
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // reported below, like one out of range
        }
        throw usageError("wants a number from 0 to %d behind %s, not \"%s\"".formatted(most, flag, text.get()));
    }

    private static Path usualDirectory() {
        var state = Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                .filter(text -> !text.isEmpty())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".local", "state"));
        return state.resolve("kcm").resolve("embedded");
    }
}
