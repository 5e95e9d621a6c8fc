package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The present state of one [Tally]. Written by the store's writer only; each group's value is
/// immutable.
final class TallyState<T extends KubeObject, A> {
    private final Tally<T, A> tally;
    private final Map<Object, A> groups = new ConcurrentHashMap<>();

    TallyState(Tally<T, A> tally) {
        this.tally = tally;
    }

    A of(Object group) {
        var sum = groups.get(group);
        return sum == null ? tally.empty() : sum;
    }

    /// A reader may see a group between the two halves of a change only when the object changed
    /// groups.
    void swap(@Nullable T before, @Nullable T now) {
        List<?> left = before == null ? List.of() : tally.groupsOf().apply(before);
        List<?> entered = now == null ? List.of() : tally.groupsOf().apply(now);
        for (var group : left) {
            var sum = tally.remove().apply(of(group), before);
            set(group, entered.contains(group) ? tally.add().apply(sum, now) : sum);
        }
        for (var group : entered) {
            if (!left.contains(group)) {
                set(group, tally.add().apply(of(group), now));
            }
        }
    }

    private void set(Object group, A sum) {
        if (sum.equals(tally.empty())) {
            groups.remove(group);
        } else {
            groups.put(group, sum);
        }
    }
}
