package dev.kcm.testing.scenario;

import dev.kcm.base.text.MatchingLines;
import java.util.ArrayList;
import java.util.List;

/// Lines that only one of two texts has, in their order, as `- line` and `+ line`.
public final class LineDifference {
    private LineDifference() {}

    /// Empty when the texts are equal.
    public static List<String> between(String left, String right) {
        var from = left.lines().toList();
        var to = right.lines().toList();
        var lines = new ArrayList<String>();
        int i = 0;
        int j = 0;
        for (var run : MatchingLines.of(from, to)) {
            add("- ", from.subList(i, run.left()), lines);
            add("+ ", to.subList(j, run.right()), lines);
            i = run.left() + run.length();
            j = run.right() + run.length();
        }
        add("- ", from.subList(i, from.size()), lines);
        add("+ ", to.subList(j, to.size()), lines);
        return lines;
    }

    private static void add(String sign, List<String> only, List<String> into) {
        only.forEach(line -> into.add(sign + line.strip()));
    }
}
