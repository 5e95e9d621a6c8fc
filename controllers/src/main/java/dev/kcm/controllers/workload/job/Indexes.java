package dev.kcm.controllers.workload.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A set of completion indexes, written as upstream writes them: `1,3-5,7`. Immutable; kept as
/// intervals in order that neither overlap nor touch, so that ten thousand finished indexes cost
/// what a few do.
record Indexes(List<Interval> intervals) {
    static final Indexes NONE = new Indexes(List.of());

    record Interval(int first, int last) {
        int size() {
            return last - first + 1;
        }

        private String text() {
            return first == last ? "" + first : first + (size() == 2 ? "," : "-") + last;
        }
    }

    Indexes {
        intervals = List.copyOf(intervals);
    }

    static Indexes of(Collection<Integer> indexes) {
        return merged(indexes.stream().map(index -> new Interval(index, index)));
    }

    /// Reads the text form, leaving out what is not below `limit` (a Job may have been given fewer
    /// completions since) and what is not a number.
    static Indexes parse(String text, int limit) {
        if (text.isEmpty()) {
            return NONE;
        }
        return merged(Stream.of(text.split(",", -1))
                .map(part -> interval(part.split("-", -1)))
                .flatMap(Optional::stream)
                .filter(interval -> interval.first() < limit)
                .map(interval -> new Interval(interval.first(), Math.min(interval.last(), limit - 1))));
    }

    boolean has(int index) {
        return intervals.stream().anyMatch(interval -> interval.first() <= index && index <= interval.last());
    }

    int total() {
        return intervals.stream().mapToInt(Interval::size).sum();
    }

    boolean isEmpty() {
        return intervals.isEmpty();
    }

    Indexes and(Indexes more) {
        return more.isEmpty() ? this : merged(Stream.concat(intervals.stream(), more.intervals.stream()));
    }

    /// How many indexes both have.
    int overlap(Indexes other) {
        int common = 0;
        for (int mine = 0, theirs = 0; mine < intervals.size() && theirs < other.intervals.size(); ) {
            var one = intervals.get(mine);
            var two = other.intervals.get(theirs);
            common += Math.max(0, Math.min(one.last(), two.last()) - Math.max(one.first(), two.first()) + 1);
            if (one.last() < two.last()) {
                mine++;
            } else {
                theirs++;
            }
        }
        return common;
    }

    /// The lowest `count` indexes below `limit` that are not in the set.
    List<Integer> firstMissing(int count, int limit) {
        var missing = new ArrayList<Integer>();
        int next = 0;
        for (var interval : intervals) {
            while (next < interval.first() && next < limit && missing.size() < count) {
                missing.add(next++);
            }
            next = Math.max(next, interval.last() + 1);
        }
        while (next < limit && missing.size() < count) {
            missing.add(next++);
        }
        return missing;
    }

    /// The text form.
    String text() {
        return intervals.stream().map(Interval::text).collect(Collectors.joining(","));
    }

    private static Indexes merged(Stream<Interval> parts) {
        var ordered = parts.sorted((one, other) -> Integer.compare(one.first(), other.first()))
                .toList();
        var merged = new ArrayList<Interval>();
        for (var part : ordered) {
            if (!merged.isEmpty() && part.first() <= merged.getLast().last() + 1) {
                var before = merged.removeLast();
                merged.add(new Interval(before.first(), Math.max(before.last(), part.last())));
            } else {
                merged.add(part);
            }
        }
        return new Indexes(merged);
    }

    private static Optional<Interval> interval(String[] limits) {
        var first = AnnotationNumbers.parse(limits[0]);
        var last = limits.length > 1 ? AnnotationNumbers.parse(limits[1]) : first;
        return first.isPresent() && last.isPresent() && first.getAsInt() <= last.getAsInt()
                ? Optional.of(new Interval(first.getAsInt(), last.getAsInt()))
                : Optional.empty();
    }
}
