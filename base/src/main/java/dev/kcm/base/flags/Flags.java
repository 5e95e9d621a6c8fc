package dev.kcm.base.flags;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// A group of flags and the options record they become. Declared once, beside what it configures:
///
/// ```java
/// public record DeploymentOptions(int concurrentSyncs) {
///     public static final Flags<DeploymentOptions> FLAGS =
///             Flags.section("deployment-controller")
///                     .count("concurrent-deployment-syncs", 5, "How many deployments ...")
///                     .into(DeploymentOptions::new);
/// }
/// ```
public final class Flags<R> {
    private final List<Flag<?>> flags;
    private final Function<FlagValues, R> reader;
    private final Function<FlagValues, List<String>> check;

    Flags(List<Flag<?>> flags, Function<FlagValues, R> reader, Function<FlagValues, List<String>> check) {
        this.flags = List.copyOf(flags);
        this.reader = reader;
        this.check = check;
    }

    /// Starts a group whose flags stand under `name` in the help.
    public static FlagSection section(String name) {
        return new FlagSection(name);
    }

    /// The same group, whose values must also pass `rule`: it returns one sentence for each thing
    /// wrong, naming the flag.
    public Flags<R> checkedBy(Function<R, List<String>> rule) {
        return new Flags<>(
                flags,
                reader,
                values -> Stream.concat(check.apply(values).stream(), rule.apply(read(values)).stream())
                        .toList());
    }

    public List<Flag<?>> flags() {
        return flags;
    }

    /// The options a command line sets.
    public R read(FlagValues values) {
        return reader.apply(values);
    }

    /// The options when no flag is given.
    public R defaults() {
        return read(FlagValues.DEFAULTS);
    }

    /// What is wrong with the values, one sentence each.
    public List<String> check(FlagValues values) {
        return check.apply(values);
    }
}
