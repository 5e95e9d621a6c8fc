package dev.kcm.base.text;

import dev.kcm.base.text.MatchingLines.Run;
import java.util.ArrayList;
import java.util.List;

/// How two texts differ, each change with three lines around it, as `diff -u` shows it without the
/// names of files.
public final class UnifiedDiff {
    private static final int CONTEXT = 3;

    private final List<String> left;
    private final List<String> right;
    private final StringBuilder text = new StringBuilder();

    private UnifiedDiff(List<String> left, List<String> right) {
        this.left = left;
        this.right = right;
    }

    /// Empty if the texts are the same.
    public static String of(List<String> left, List<String> right) {
        var diff = new UnifiedDiff(left, right);
        diff.hunks().forEach(diff::write);
        return diff.text.toString();
    }

    /// The runs of same lines around changes that are close to each other: as much of the first and
    /// the last as is shown, all of those between.
    private List<List<Run>> hunks() {
        var hunks = new ArrayList<List<Run>>();
        var hunk = new ArrayList<Run>();
        for (var run : withEnds(MatchingLines.of(left, right))) {
            if (hunk.isEmpty()) {
                hunk.add(endOf(run));
            } else if (run.length() <= 2 * CONTEXT && !isLast(run)) {
                hunk.add(run);
            } else {
                hunk.add(beginningOf(run));
                hunks.add(List.copyOf(hunk));
                hunk.clear();
                hunk.add(endOf(run));
            }
        }
        return hunks;
    }

    /// The same with an empty run where a text does not begin or end with one.
    private List<Run> withEnds(List<Run> runs) {
        var all = new ArrayList<>(runs);
        if (all.isEmpty() || all.getFirst().left() > 0 || all.getFirst().right() > 0) {
            all.addFirst(new Run(0, 0, 0));
        }
        if (!isLast(all.getLast())) {
            all.add(new Run(left.size(), right.size(), 0));
        }
        return all;
    }

    private boolean isLast(Run run) {
        return run.leftEnd() == left.size() && run.rightEnd() == right.size();
    }

    private static Run beginningOf(Run run) {
        return new Run(run.left(), run.right(), Math.min(run.length(), CONTEXT));
    }

    private static Run endOf(Run run) {
        int hidden = Math.max(0, run.length() - CONTEXT);
        return new Run(run.left() + hidden, run.right() + hidden, run.length() - hidden);
    }

    private void write(List<Run> hunk) {
        var first = hunk.getFirst();
        var last = hunk.getLast();
        text.append("@@ -").append(range(first.left(), last.leftEnd()));
        text.append(" +").append(range(first.right(), last.rightEnd())).append(" @@\n");
        write(' ', left.subList(first.left(), first.leftEnd()));
        for (int i = 1; i < hunk.size(); i++) {
            var before = hunk.get(i - 1);
            var after = hunk.get(i);
            write('-', left.subList(before.leftEnd(), after.left()));
            write('+', right.subList(before.rightEnd(), after.right()));
            write(' ', left.subList(after.left(), after.leftEnd()));
        }
    }

    private void write(char mark, List<String> lines) {
        lines.forEach(line -> text.append(mark).append(line).append('\n'));
    }

    /// Lines count from one; nothing is after the line before it.
    private static String range(int from, int end) {
        return switch (end - from) {
            case 0 -> from + ",0";
            case 1 -> Integer.toString(from + 1);
            default -> (from + 1) + "," + (end - from);
        };
    }
}
