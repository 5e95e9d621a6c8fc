package dev.kcm.base.flags;

import java.util.Map;

/// The values a command line gave, defaults elsewhere. Immutable.
public final class FlagValues {
    public static final FlagValues DEFAULTS = new FlagValues(Map.of());

    private final Map<String, Object> given;

    FlagValues(Map<String, Object> given) {
        this.given = Map.copyOf(given);
    }

    /// What `flag` was set to, or its default.
    @SuppressWarnings("unchecked") // The parser put in what the flag's own type made.
    public <T> T of(Flag<T> flag) {
        return (T) given.getOrDefault(flag.name(), flag.defaultValue());
    }

    /// Whether the command line named the flag.
    public boolean has(String name) {
        return given.containsKey(name);
    }

    /// The value as pflag prints it.
    public <T> String print(Flag<T> flag) {
        return flag.type().print().apply(of(flag));
    }
}
