package dev.kcm.base.flags;

import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;

/// How a flag's text becomes a value and back.
///
/// @param name what the help shows after the flag, as pflag shows it (`int32`, `strings`)
/// @param parse throws an `IllegalArgumentException` whose message says what is wrong
/// @param print what pflag prints for the value, in the help and at start
/// @param isZero whether a default goes without saying
/// @param merge joins the values of a repeated flag; for most types the last one wins
/// @param bare what `--flag` without a value means, where that is allowed
public record FlagType<T>(
        String name,
        Function<String, T> parse,
        Function<T, String> print,
        Predicate<T> isZero,
        BinaryOperator<T> merge,
        Optional<String> bare) {

    /// A type whose later values replace earlier ones.
    public static <T> FlagType<T> of(String name, Function<String, T> parse, Function<T, String> print, T zero) {
        return new FlagType<>(name, parse, print, zero::equals, (_, later) -> later, Optional.empty());
    }

    public FlagType<T> mergedBy(BinaryOperator<T> rule) {
        return new FlagType<>(name, parse, print, isZero, rule, bare);
    }

    public FlagType<T> withBareValue(String text) {
        return new FlagType<>(name, parse, print, isZero, merge, Optional.of(text));
    }

    /// Defaults that even when zero are shown, as pflag does for some types.
    public FlagType<T> alwaysShown() {
        return new FlagType<>(name, parse, print, _ -> false, merge, bare);
    }
}
