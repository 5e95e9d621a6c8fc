package dev.kcm.controllers.workload.horizontalpodautoscaler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What an autoscaler has asked for and done of late. Nothing in the cluster says so: after a restart only the present
/// size is known, as upstream.
///
/// @param recommendations how many replicas the metrics asked for
/// @param scaleUps by how many replicas the target was scaled up
/// @param scaleDowns by how many it was scaled down
record ScaleHistory(List<Entry> recommendations, List<Entry> scaleUps, List<Entry> scaleDowns) {

    record Entry(int replicas, Instant at) {}

    ScaleHistory {
        recommendations = List.copyOf(recommendations);
        scaleUps = List.copyOf(scaleUps);
        scaleDowns = List.copyOf(scaleDowns);
    }

    /// Of an autoscaler that is seen for the first time: the present size counts as recommended, so that a restart
    /// does not scale down at once.
    static ScaleHistory startingAt(int current, Instant now) {
        return new ScaleHistory(List.of(new Entry(current, now)), List.of(), List.of());
    }

    /// @param isOld whose place may be taken
    ScaleHistory recommending(int replicas, Instant now, Predicate<Instant> isOld) {
        return new ScaleHistory(with(recommendations, new Entry(replicas, now), isOld), scaleUps, scaleDowns);
    }

    /// The target was scaled.
    ScaleHistory scaled(int from, int to, ScalingRules up, ScalingRules down, Instant now) {
        return to > from
                ? new ScaleHistory(
                        recommendations, with(scaleUps, new Entry(to - from, now), isOutdated(up, now)), scaleDowns)
                : new ScaleHistory(
                        recommendations, scaleUps, with(scaleDowns, new Entry(from - to, now), isOutdated(down, now)));
    }

    /// How many replicas there were a period ago, as far as they came and went by our own doing.
    int replicasAtStart(int current, Duration period, Instant now) {
        return current - changed(scaleUps, now.minus(period)) + changed(scaleDowns, now.minus(period));
    }

    private static int changed(List<Entry> changes, Instant since) {
        return changes.stream()
                .filter(change -> change.at().isAfter(since))
                .mapToInt(Entry::replicas)
                .sum();
    }

    private static Predicate<Instant> isOutdated(ScalingRules rules, Instant now) {
        var since = now.minus(rules.longestPeriod());
        return at -> at.isBefore(since);
    }

    /// In the place of the last that is old, or at the end: the list grows no longer than its window is.
    private static List<Entry> with(List<Entry> entries, Entry added, Predicate<Instant> isOld) {
        var changed = new ArrayList<>(entries);
        for (int i = changed.size() - 1; i >= 0; i--) {
            if (isOld.test(changed.get(i).at())) {
                changed.set(i, added);
                return changed;
            }
        }
        changed.add(added);
        return changed;
    }
}
