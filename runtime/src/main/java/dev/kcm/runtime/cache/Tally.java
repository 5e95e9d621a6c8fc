package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Something counted over groups of objects and kept up to date event by event, so that asking
/// costs the same for ten objects or a hundred thousand. Declared as a constant by the controller
/// that asks.
///
/// Assumptions: `add` and `remove` are pure and undo each other; `remove` gets the very object that
/// was added before. Two tallies of one resource with one name are the same tally.
///
/// @param groupsOf the groups an object counts in
/// @param empty what a group without objects has; groups that come back to it are forgotten
public record Tally<T extends KubeObject, A>(
        Resource<T> resource,
        String name,
        Function<T, List<?>> groupsOf,
        A empty,
        BiFunction<A, T, A> add,
        BiFunction<A, T, A> remove) {

    /// The tally worked out from nothing, of objects that were read anyway.
    public A recount(Iterable<T> members) {
        var sum = empty;
        for (var member : members) {
            sum = add.apply(sum, member);
        }
        return sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tally<?, ?> tally && tally.name.equals(name) && tally.resource.equals(resource);
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + resource.hashCode();
    }
}
