package dev.kcm.testing.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// Finds a shorter schedule that still fails: leaves out halves, then quarters, at last single lines of both lists,
/// until no line can be spared; then shortens faults.
final class Shrinker {
    private final Predicate<Schedule> fails;
    private int triesLeft;

    /// @param tries how many runs it may take
    Shrinker(Predicate<Schedule> fails, int tries) {
        this.fails = fails;
        this.triesLeft = tries;
    }

    Schedule shrink(Schedule failing) {
        var shortest = failing;
        for (int size = Integer.MAX_VALUE; shortest.size() < size && triesLeft > 0; ) {
            size = shortest.size();
            shortest = without(shortest, shortest.adversary(), shortest::withAdversary);
            var kept = shortest;
            shortest = without(kept, kept.users(), kept::withUsers);
        }
        return shortened(shortest);
    }

    private <E> Schedule without(Schedule failing, List<E> lines, Function<List<E>, Schedule> with) {
        var shortest = failing;
        var left = lines;
        for (int chunk = left.size(); chunk > 0; chunk /= 2) {
            for (int from = 0; from < left.size(); ) {
                var fewer = new ArrayList<>(left);
                fewer.subList(from, Math.min(left.size(), from + chunk)).clear();
                var candidate = with.apply(fewer);
                if (stillFails(candidate)) {
                    shortest = candidate;
                    left = fewer;
                } else {
                    from += chunk;
                }
            }
        }
        return shortest;
    }

    /// Faults that last half as long, again and again.
    private Schedule shortened(Schedule failing) {
        var shortest = failing;
        for (int i = 0; i < shortest.adversary().size(); ) {
            var changed = new ArrayList<>(shortest.adversary());
            var timed = changed.get(i);
            if (!(timed.what() instanceof Disturbance.During(var fault, var time))
                    || time.compareTo(Duration.ofMillis(50)) < 0) {
                i++;
                continue;
            }
            var half = Duration.ofMillis(time.toMillis() / 2);
            changed.set(i, new Timed<>(timed.at(), new Disturbance.During(fault, half)));
            var candidate = shortest.withAdversary(changed);
            if (stillFails(candidate)) {
                shortest = candidate;
            } else {
                i++;
            }
        }
        return shortest;
    }

    private boolean stillFails(Schedule candidate) {
        return triesLeft-- > 0 && fails.test(candidate);
    }
}
