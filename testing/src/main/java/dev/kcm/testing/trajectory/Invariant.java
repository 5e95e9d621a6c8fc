package dev.kcm.testing.trajectory;

import java.util.function.Consumer;

/// A promise that must hold at every moment. It may keep state of its own: each replay of a trajectory takes a new one.
public interface Invariant {
    /// Looks at one change. The world already shows it.
    void check(ObservedChange change, World world, Consumer<Violation> violations);

    /// After the last change.
    default void end(World world, Consumer<Violation> violations) {}
}
