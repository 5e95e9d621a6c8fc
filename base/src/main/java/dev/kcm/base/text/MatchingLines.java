package dev.kcm.base.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Which runs of lines two texts share, as Python's `difflib` and its descendants find them: the
/// longest run first, then the same on either side of it.
///
/// In long texts, lines that come up often find no run; they only lengthen one.
public final class MatchingLines {
    private static final int LONG_TEXT = 200;

    /// As many lines, from these places on, are the same.
    public record Run(int left, int right, int length) {
        int leftEnd() {
            return left + length;
        }

        int rightEnd() {
            return right + length;
        }
    }

    /// A part of each text.
    private record Window(int left, int leftEnd, int right, int rightEnd) {
        Window before(Run run) {
            return new Window(left, run.left, right, run.right);
        }

        Window after(Run run) {
            return new Window(run.leftEnd(), leftEnd, run.rightEnd(), rightEnd);
        }

        boolean hasBothSides() {
            return left < leftEnd && right < rightEnd;
        }
    }

    private final List<String> left;
    private final List<String> right;
    private final Map<String, List<Integer>> places = new HashMap<>();

    private MatchingLines(List<String> left, List<String> right) {
        this.left = left;
        this.right = right;
        for (int i = 0; i < right.size(); i++) {
            places.computeIfAbsent(right.get(i), _ -> new ArrayList<>()).add(i);
        }
        if (right.size() >= LONG_TEXT) {
            int often = right.size() / 100 + 1;
            places.values().removeIf(found -> found.size() > often);
        }
    }

    /// In the order of the texts; between two of them is at least one line of either text.
    public static List<Run> of(List<String> left, List<String> right) {
        var matching = new MatchingLines(left, right);
        var runs = matching.runs(new Window(0, left.size(), 0, right.size()));
        runs.sort(Comparator.comparingInt(Run::left));
        return joined(runs);
    }

    private List<Run> runs(Window all) {
        var runs = new ArrayList<Run>();
        var windows = new ArrayDeque<>(List.of(all));
        while (!windows.isEmpty()) {
            var window = windows.pop();
            var longest = lengthened(longest(window), window);
            if (longest.length > 0) {
                runs.add(longest);
                Stream.of(window.before(longest), window.after(longest))
                        .filter(Window::hasBothSides)
                        .forEach(windows::push);
            }
        }
        return runs;
    }

    private static List<Run> joined(List<Run> runs) {
        var joined = new ArrayList<Run>();
        for (var run : runs) {
            if (!joined.isEmpty()
                    && joined.getLast().leftEnd() == run.left
                    && joined.getLast().rightEnd() == run.right) {
                var last = joined.removeLast();
                joined.add(new Run(last.left, last.right, last.length + run.length));
            } else {
                joined.add(run);
            }
        }
        return joined;
    }

    /// Of several as long, the one that begins first on the left, then on the right; an empty one
    /// at the beginning if there is none.
    private Run longest(Window window) {
        var longest = new Run(window.left, window.right, 0);
        Map<Integer, Integer> lengthsAbove = Map.of();
        for (int i = window.left; i < window.leftEnd; i++) {
            var lengths = new HashMap<Integer, Integer>();
            for (int j : places.getOrDefault(left.get(i), List.of())) {
                if (j < window.right || j >= window.rightEnd) {
                    continue;
                }
                int length = lengthsAbove.getOrDefault(j - 1, 0) + 1;
                lengths.put(j, length);
                if (length > longest.length) {
                    longest = new Run(i - length + 1, j - length + 1, length);
                }
            }
            lengthsAbove = lengths;
        }
        return longest;
    }

    private Run lengthened(Run run, Window window) {
        int before = 0;
        while (run.left - before > window.left
                && run.right - before > window.right
                && isSame(run.left - before - 1, run.right - before - 1)) {
            before++;
        }
        int after = 0;
        while (run.leftEnd() + after < window.leftEnd
                && run.rightEnd() + after < window.rightEnd
                && isSame(run.leftEnd() + after, run.rightEnd() + after)) {
            after++;
        }
        return new Run(run.left - before, run.right - before, before + run.length + after);
    }

    private boolean isSame(int leftLine, int rightLine) {
        return left.get(leftLine).equals(right.get(rightLine));
    }
}
