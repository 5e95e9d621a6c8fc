package dev.kcm.controllers.shared.slices;

import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// What becomes of the slices of one family.
public record SliceChanges(List<SliceBuilder> builders, List<EndpointSlice> deleted, List<EndpointSlice> unchanged) {
    public static final SliceChanges NONE = new SliceChanges(List.of(), List.of(), List.of());

    public SliceChanges {
        builders = List.copyOf(builders);
        deleted = List.copyOf(deleted);
        unchanged = List.copyOf(unchanged);
    }

    public SliceChanges and(SliceChanges more) {
        return new SliceChanges(
                joined(builders, more.builders), joined(deleted, more.deleted), joined(unchanged, more.unchanged));
    }

    /// Everything there will be, but in slices that are deleted.
    public Stream<Endpoint> endpoints() {
        return Stream.concat(
                builders.stream().flatMap(builder -> builder.endpoints().stream()),
                unchanged.stream().flatMap(slice -> slice.endpoints().stream()));
    }

    /// With a change to each endpoint that is written anyway, and to those of unchanged slices that
    /// cannot stay as they are.
    public SliceChanges withEach(UnaryOperator<Endpoint> change, Predicate<EndpointSlice> cannotStay) {
        var all = new ArrayList<SliceBuilder>(builders);
        unchanged.stream().filter(cannotStay).map(SliceBuilder::of).forEach(all::add);
        return new SliceChanges(
                all.stream().map(builder -> builder.withEach(change)).toList(),
                deleted,
                unchanged.stream().filter(cannotStay.negate()).toList());
    }

    /// With new slices written over such deleted ones as may be reused: one write for two.
    public SliceChanges reusing(Predicate<EndpointSlice> mayBeReused) {
        var spare = new ArrayList<>(deleted.stream().filter(mayBeReused).toList());
        var gone = new ArrayList<>(deleted);
        var all = new ArrayList<SliceBuilder>(builders.size());
        for (var builder : builders) {
            if (builder.isNew() && !spare.isEmpty()) {
                var reused = spare.removeFirst();
                gone.remove(reused);
                all.add(builder.insteadOf(reused));
            } else {
                all.add(builder);
            }
        }
        return new SliceChanges(all, gone, unchanged);
    }

    private static <T> List<T> joined(List<T> one, List<T> other) {
        return other.isEmpty()
                ? one
                : Stream.concat(one.stream(), other.stream()).toList();
    }
}
