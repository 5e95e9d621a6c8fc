package dev.kcm.base.flags;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// All flags of a program, by section in the order the sections were first mentioned.
public final class FlagSet {
    private final List<Flags<?>> groups;
    private final Map<String, Flag<?>> byName = new TreeMap<>();
    private final Map<Character, Flag<?>> byLetter = new TreeMap<>();
    private final Map<String, List<Flag<?>>> bySection = new LinkedHashMap<>();

    private FlagSet(List<Flags<?>> groups) {
        this.groups = List.copyOf(groups);
        groups.forEach(group -> group.flags().forEach(this::add));
        bySection.values().forEach(flags -> flags.sort(Comparator.comparing(Flag::name)));
    }

    public static FlagSet of(List<Flags<?>> groups) {
        return new FlagSet(groups);
    }

    /// Reads a command line as pflag does: `--flag value`, `--flag=value`, `-v4`, `-v 4`, `--bool`,
    /// underscores for dashes, `--` before plain arguments. Unlike pflag it goes on after a
    /// mistake, so that all of them are reported together.
    public ParsedFlags parse(List<String> arguments) {
        return new FlagParser(this, arguments).parse();
    }

    /// What the groups' own rules say about the values.
    public List<String> check(FlagValues values) {
        return groups.stream().flatMap(group -> group.check(values).stream()).toList();
    }

    /// Sections in order, the flags of each by name.
    public Map<String, List<Flag<?>>> sections() {
        return Collections.unmodifiableMap(bySection);
    }

    /// Every flag by name.
    public Collection<Flag<?>> flags() {
        return Collections.unmodifiableCollection(byName.values());
    }

    public Optional<Flag<?>> named(String name) {
        return Optional.ofNullable(byName.get(normal(name)));
    }

    Optional<Flag<?>> lettered(char letter) {
        return Optional.ofNullable(byLetter.get(letter));
    }

    Collection<String> names() {
        return byName.keySet();
    }

    static String normal(String name) {
        return name.replace('_', '-');
    }

    private void add(Flag<?> flag) {
        if (byName.put(flag.name(), flag) != null) {
            throw new IllegalStateException("Flag --%s is declared twice".formatted(flag.name()));
        }
        flag.shorthand().ifPresent(letter -> byLetter.put(letter, flag));
        bySection.computeIfAbsent(flag.section(), _ -> new ArrayList<>()).add(flag);
    }
}
