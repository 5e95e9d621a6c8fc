package dev.kcm.controllers.workload.statefulset;

import java.util.Optional;

/// A name that ends in a number, as those of a set's pods and claims do: `web-0`, `data-web-0`.
///
/// @param parent what is before the last dash
/// @param ordinal -1 where the number is too large to be one
/// @param isCanonical whether the number is written without leading zeros
record OrdinalName(String parent, int ordinal, boolean isCanonical) {

    static Optional<OrdinalName> parse(String name) {
        int dash = name.lastIndexOf('-');
        var digits = name.substring(dash + 1);
        if (dash < 0 || digits.isEmpty() || !digits.chars().allMatch(it -> it >= '0' && it <= '9')) {
            return Optional.empty();
        }
        int ordinal = ordinal(digits);
        return Optional.of(new OrdinalName(
                name.substring(0, dash), ordinal, Integer.toString(ordinal).equals(digits)));
    }

    private static int ordinal(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
