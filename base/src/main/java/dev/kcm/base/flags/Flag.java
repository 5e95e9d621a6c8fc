package dev.kcm.base.flags;

import java.util.Optional;

/// One flag as it was declared.
///
/// @param section the heading of the help it stands under, in lower case
/// @param shorthand the letter after a single dash
/// @param help one or more sentences in our own words; line breaks are kept
/// @param deprecated why it should no longer be used and what to use instead
public record Flag<T>(
        String section,
        String name,
        Optional<Character> shorthand,
        FlagType<T> type,
        T defaultValue,
        String help,
        Optional<String> deprecated) {

    public Flag {
        if (help.isBlank()) {
            throw new IllegalArgumentException("Flag --%s has no help".formatted(name));
        }
    }

    /// How the default looks in the help, unless it goes without saying.
    public Optional<String> shownDefault() {
        if (type.isZero().test(defaultValue)) {
            return Optional.empty();
        }
        String text = type.print().apply(defaultValue);
        return Optional.of(type.name().equals("string") ? '"' + text + '"' : text);
    }

    Flag<T> withShorthand(char letter) {
        return new Flag<>(section, name, Optional.of(letter), type, defaultValue, help, deprecated);
    }

    Flag<T> deprecated(String reason) {
        return new Flag<>(section, name, shorthand, type, defaultValue, help, Optional.of(reason));
    }

    /// How messages name it: `--name`, or `-n, --name`.
    String display() {
        return shorthand.map(letter -> "-" + letter + ", --" + name).orElse("--" + name);
    }
}
