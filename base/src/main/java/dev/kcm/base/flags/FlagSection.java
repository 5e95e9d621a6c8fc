package dev.kcm.base.flags;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Collects the flags of one group, in the order of the options record's components; [#into] names
/// the record's constructor. Number of components is checked by the compiler, their types when the
/// class loads (the record is built from the defaults once), so a mistake cannot reach a user.
public final class FlagSection {
    private final String section;
    private final List<Part<?>> parts = new ArrayList<>();

    FlagSection(String section) {
        this.section = section;
    }

    /// One component of the record: a flag, or a record of its own.
    private sealed interface Part<T> {
        T read(FlagValues values);

        record Single<T>(Flag<T> flag) implements Part<T> {
            @Override
            public T read(FlagValues values) {
                return values.of(flag);
            }
        }

        record Group<T>(Flags<T> flags) implements Part<T> {
            @Override
            public T read(FlagValues values) {
                return flags.read(values);
            }
        }
    }

    public FlagSection bool(String name, boolean defaultValue, String help) {
        return value(name, FlagTypes.BOOL, defaultValue, help);
    }

    /// A 32-bit number.
    public FlagSection count(String name, int defaultValue, String help) {
        return value(name, FlagTypes.COUNT, defaultValue, help);
    }

    /// A 64-bit number.
    public FlagSection number(String name, long defaultValue, String help) {
        return value(name, FlagTypes.NUMBER, defaultValue, help);
    }

    /// A 32-bit floating-point number.
    public FlagSection rate(String name, float defaultValue, String help) {
        return value(name, FlagTypes.RATE, defaultValue, help);
    }

    /// A 64-bit floating-point number.
    public FlagSection decimal(String name, double defaultValue, String help) {
        return value(name, FlagTypes.DECIMAL, defaultValue, help);
    }

    public FlagSection duration(String name, Duration defaultValue, String help) {
        return value(name, FlagTypes.DURATION, defaultValue, help);
    }

    public FlagSection text(String name, String defaultValue, String help) {
        return value(name, FlagTypes.TEXT, defaultValue, help);
    }

    public FlagSection list(String name, List<String> defaultValue, String help) {
        return value(name, FlagTypes.LIST, defaultValue, help);
    }

    public FlagSection map(String name, Map<String, String> defaultValue, String help) {
        return value(name, FlagTypes.MAP, defaultValue, help);
    }

    public FlagSection ip(String name, InetAddress defaultValue, String help) {
        return value(name, FlagTypes.IP, defaultValue, help);
    }

    /// A flag of any other type.
    public <T> FlagSection value(String name, FlagType<T> type, T defaultValue, String help) {
        parts.add(new Part.Single<>(
                new Flag<>(section, name, Optional.empty(), type, defaultValue, help, Optional.empty())));
        return this;
    }

    /// A component that is itself a record with flags, for records that would grow too wide.
    public FlagSection group(Flags<?> flags) {
        parts.add(new Part.Group<>(flags));
        return this;
    }

    /// Gives the flag just declared a letter of its own.
    public FlagSection shorthand(char letter) {
        return changeLast(flag -> flag.withShorthand(letter));
    }

    /// Marks the flag just declared as one to stop using; `reason` says what to use instead.
    public FlagSection deprecated(String reason) {
        return changeLast(flag -> flag.deprecated(reason));
    }

    public <A, R> Flags<R> into(Function<A, R> make) {
        return built(1, values -> make.apply(read(0, values)));
    }

    public <A, B, R> Flags<R> into(Make2<A, B, R> make) {
        return built(2, values -> make.of(read(0, values), read(1, values)));
    }

    public <A, B, C, R> Flags<R> into(Make3<A, B, C, R> make) {
        return built(3, values -> make.of(read(0, values), read(1, values), read(2, values)));
    }

    public <A, B, C, D, R> Flags<R> into(Make4<A, B, C, D, R> make) {
        return built(4, values -> make.of(read(0, values), read(1, values), read(2, values), read(3, values)));
    }

    public <A, B, C, D, E, R> Flags<R> into(Make5<A, B, C, D, E, R> make) {
        return built(
                5,
                values -> make.of(read(0, values), read(1, values), read(2, values), read(3, values), read(4, values)));
    }

    public <A, B, C, D, E, F, R> Flags<R> into(Make6<A, B, C, D, E, F, R> make) {
        return built(
                6,
                values -> make.of(
                        read(0, values),
                        read(1, values),
                        read(2, values),
                        read(3, values),
                        read(4, values),
                        read(5, values)));
    }

    public <A, B, C, D, E, F, G, R> Flags<R> into(Make7<A, B, C, D, E, F, G, R> make) {
        return built(
                7,
                values -> make.of(
                        read(0, values),
                        read(1, values),
                        read(2, values),
                        read(3, values),
                        read(4, values),
                        read(5, values),
                        read(6, values)));
    }

    @FunctionalInterface
    public interface Make2<A, B, R> {
        R of(A a, B b);
    }

    @FunctionalInterface
    public interface Make3<A, B, C, R> {
        R of(A a, B b, C c);
    }

    @FunctionalInterface
    public interface Make4<A, B, C, D, R> {
        R of(A a, B b, C c, D d);
    }

    @FunctionalInterface
    public interface Make5<A, B, C, D, E, R> {
        R of(A a, B b, C c, D d, E e);
    }

    @FunctionalInterface
    public interface Make6<A, B, C, D, E, F, R> {
        R of(A a, B b, C c, D d, E e, F f);
    }

    @FunctionalInterface
    public interface Make7<A, B, C, D, E, F, G, R> {
        R of(A a, B b, C c, D d, E e, F f, G g);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // built() tries it at once.
    private <T> T read(int part, FlagValues values) {
        return (T) parts.get(part).read(values);
    }

    private <R> Flags<R> built(int components, Function<FlagValues, R> reader) {
        if (parts.size() != components) {
            throw new IllegalStateException(
                    "Section %s declares %d values for a record of %d".formatted(section, parts.size(), components));
        }
        try {
            var unused = reader.apply(FlagValues.DEFAULTS);
        } catch (ClassCastException mismatch) {
            throw new IllegalStateException(
                    "Section %s declares its flags in another order than its record's components".formatted(section),
                    mismatch);
        }
        return new Flags<>(allFlags(), reader, this::check);
    }

    private List<Flag<?>> allFlags() {
        var all = new ArrayList<Flag<?>>();
        for (var part : parts) {
            switch (part) {
                case Part.Single<?>(var flag) -> all.add(flag);
                case Part.Group<?>(var flags) -> all.addAll(flags.flags());
            }
        }
        return all;
    }

    private List<String> check(FlagValues values) {
        var problems = new ArrayList<String>();
        for (var part : parts) {
            if (part instanceof Part.Group<?>(var flags)) {
                problems.addAll(flags.check(values));
            }
        }
        return problems;
    }

    private FlagSection changeLast(Function<Flag<?>, Flag<?>> change) {
        if (parts.isEmpty() || !(parts.getLast() instanceof Part.Single<?>(var flag))) {
            throw new IllegalStateException("Section %s has no flag to change".formatted(section));
        }
        parts.set(parts.size() - 1, new Part.Single<>(change.apply(flag)));
        return this;
    }
}
