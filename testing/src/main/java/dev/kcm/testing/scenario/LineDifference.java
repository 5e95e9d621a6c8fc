package dev.kcm.testing.scenario;

import java.util.ArrayList;
import java.util.List;

/// Lines that only one of two texts has, in their order, as `- line` and `+ line`: the shortest way
/// from one to the other.
public final class LineDifference {
    private LineDifference() {}

    /// Empty when the texts are equal.
    public static List<String> between(String left, String right) {
        var from = left.lines().toList();
        var to = right.lines().toList();
        int start = commonStart(from, to);
        int end = commonEnd(from, to, start);
        return between(from.subList(start, from.size() - end), to.subList(start, to.size() - end));
    }

    private static List<String> between(List<String> from, List<String> to) {
        int[][] common = longestCommon(from, to);
        var lines = new ArrayList<String>();
        int i = 0;
        int j = 0;
        while (i < from.size() || j < to.size()) {
            if (i < from.size() && j < to.size() && from.get(i).equals(to.get(j))) {
                i++;
                j++;
            } else if (j == to.size() || (i < from.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add("- " + from.get(i++).strip());
            } else {
                lines.add("+ " + to.get(j++).strip());
            }
        }
        return lines;
    }

    /// How many lines the rests from each pair of places on have in common.
    private static int[][] longestCommon(List<String> from, List<String> to) {
        var common = new int[from.size() + 1][to.size() + 1];
        for (int i = from.size() - 1; i >= 0; i--) {
            for (int j = to.size() - 1; j >= 0; j--) {
                common[i][j] = from.get(i).equals(to.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static int commonStart(List<String> from, List<String> to) {
        int start = 0;
        while (start < from.size() && start < to.size() && from.get(start).equals(to.get(start))) {
            start++;
        }
        return start;
    }

    private static int commonEnd(List<String> from, List<String> to, int start) {
        int end = 0;
        while (from.size() - end > start
                && to.size() - end > start
                && from.get(from.size() - 1 - end).equals(to.get(to.size() - 1 - end))) {
            end++;
        }
        return end;
    }
}
