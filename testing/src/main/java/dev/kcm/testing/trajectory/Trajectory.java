package dev.kcm.testing.trajectory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Every change of a namespace in the order of the store.
///
/// @param changes by resourceVersion
public record Trajectory(List<ObservedChange> changes, UserWrites userWrites, TrajectorySettings settings) {
    public Trajectory {
        changes = changes.stream()
                .sorted(Comparator.comparingLong(ObservedChange::resourceVersion))
                .toList();
    }

    public Trajectory withSettings(TrajectorySettings value) {
        return new Trajectory(changes, userWrites, value);
    }

    /// The promises that were broken on the way, by time.
    public List<Violation> violations() {
        return violations(Invariants.all());
    }

    List<Violation> violations(List<Invariant> invariants) {
        var found = new ArrayList<Violation>();
        var world = new World(this);
        for (var change : changes) {
            world.apply(change);
            if (!change.isInitial()) {
                invariants.forEach(invariant -> invariant.check(change, world, found::add));
            }
        }
        invariants.forEach(invariant -> invariant.end(world, found::add));
        found.sort(Comparator.comparingLong(Violation::resourceVersion));
        return List.copyOf(found);
    }
}
