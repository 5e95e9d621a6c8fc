package dev.kcm.base.flags;

import dev.kcm.base.GoText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One walk over a command line; used once, by one thread.
final class FlagParser {
    private final FlagSet flags;
    private final Deque<String> rest;
    private final Map<String, Object> values = new HashMap<>();
    private final List<String> arguments = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    FlagParser(FlagSet flags, List<String> arguments) {
        this.flags = flags;
        this.rest = new ArrayDeque<>(arguments);
    }

    ParsedFlags parse() {
        while (!rest.isEmpty()) {
            String next = rest.pop();
            if (next.equals("--")) {
                arguments.addAll(rest);
                rest.clear();
            } else if (next.startsWith("--")) {
                longFlag(next.substring(2));
            } else if (next.startsWith("-") && next.length() > 1) {
                letters(next.substring(1));
            } else {
                arguments.add(next);
            }
        }
        return new ParsedFlags(new FlagValues(values), arguments, problems, List.copyOf(warnings));
    }

    private void longFlag(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (name.isEmpty() || name.startsWith("-")) {
            problems.add("--%s is no flag: write --name=value".formatted(text));
            return;
        }
        var flag = flags.named(name);
        if (flag.isEmpty()) {
            problems.add("unknown flag --%s%s"
                    .formatted(name, Nearest.suggestion(FlagSet.normal(name), flags.names(), "--")));
            return;
        }
        var attached = equals < 0 ? Optional.<String>empty() : Optional.of(text.substring(equals + 1));
        valueFor(flag.get(), attached).ifPresent(value -> set(flag.get(), value));
    }

    /// A cluster of letters after one dash, such as `-h`, `-v4`, `-v=4` or `-hv 4`.
    private void letters(String text) {
        for (int at = 0; at < text.length(); at++) {
            var flag = flags.lettered(text.charAt(at));
            if (flag.isEmpty()) {
                problems.add("unknown letter %s in -%s: long flags start with two dashes"
                        .formatted(GoText.quote(text.substring(at, at + 1)), text));
                return;
            }
            String behind = text.substring(at + 1);
            boolean takesRest = (behind.startsWith("=") && behind.length() > 1)
                    || (flag.get().type().bare().isEmpty() && !behind.isEmpty());
            if (takesRest) {
                set(flag.get(), behind.startsWith("=") ? behind.substring(1) : behind);
                return;
            }
            valueFor(flag.get(), Optional.empty()).ifPresent(value -> set(flag.get(), value));
        }
    }

    private Optional<String> valueFor(Flag<?> flag, Optional<String> attached) {
        if (attached.isPresent()) {
            return attached;
        }
        if (flag.type().bare().isPresent()) {
            return flag.type().bare();
        }
        if (rest.isEmpty()) {
            problems.add("%s needs a value: write --%s=VALUE".formatted(flag.display(), flag.name()));
            return Optional.empty();
        }
        return Optional.of(rest.pop());
    }

    @SuppressWarnings("unchecked") // A flag's earlier value was made by its own type.
    private <T> void set(Flag<T> flag, String text) {
        try {
            T value = flag.type().parse().apply(text);
            values.merge(
                    flag.name(), value, (earlier, later) -> flag.type().merge().apply((T) earlier, (T) later));
        } catch (IllegalArgumentException wrong) {
            problems.add("%s does not take %s: %s".formatted(flag.display(), GoText.quote(text), wrong.getMessage()));
        }
        flag.deprecated()
                .ifPresent(reason -> warnings.add("Flag --%s has been deprecated, %s".formatted(flag.name(), reason)));
    }
}
