package dev.kcm.testing.trajectory;

import java.util.function.Consumer;

/// No controller creates something for an owner that is gone, or on its way out, for longer than it may not know.
final class NothingForGoneOwners implements Invariant {
    private static final String NAME = "nothing-for-gone-owners";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        var object = change.object();
        if (!change.isAddition() || world.userWrites().created(object)) {
            return;
        }
        World.controllerReference(object)
                .ifPresent(owner -> world.deletedAt(owner.uid())
                        .filter(world::isLongAgo)
                        .ifPresent(since -> violations.accept(Violation.of(
                                NAME,
                                object,
                                "was created for %s %s, which is gone since %s"
                                        .formatted(owner.kind(), owner.name(), since),
                                change))));
    }
}
