package dev.kcm.base.flags;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Finds the name someone most likely meant.
public final class Nearest {
    private Nearest() {}

    /// The candidate with the fewest typing mistakes to `name`, if it is near enough to be worth
    /// suggesting.
    public static Optional<String> to(String name, Collection<String> candidates) {
        int allowed = Math.max(2, name.length() / 3);
        return candidates.stream()
                .map(candidate -> new Guess(candidate, distance(name, candidate)))
                .filter(guess -> guess.distance() <= allowed)
                .min(Comparator.comparingInt(Guess::distance).thenComparing(Guess::name))
                .map(Guess::name);
    }

    /// `, did you mean X?`, or nothing.
    public static String suggestion(String name, Collection<String> candidates, String prefix) {
        return to(name, candidates)
                .map(guess -> ", did you mean " + prefix + guess + "?")
                .orElse("");
    }

    private record Guess(String name, int distance) {}

    /// Insertions, deletions and replacements, ignoring case.
    private static int distance(String left, String right) {
        String from = left.toLowerCase(Locale.ROOT);
        String to = right.toLowerCase(Locale.ROOT);
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
