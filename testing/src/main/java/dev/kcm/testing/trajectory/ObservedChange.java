package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import java.time.Instant;
import java.util.Optional;

/// One step of the store as a watch showed it.
///
/// @param resourceVersion of the store after it; orders changes of different kinds
/// @param at when the watch showed it
/// @param object as it is now, or as it was last when it is gone
/// @param isInitial it was there before the recording began
public record ObservedChange(
        long resourceVersion,
        Instant at,
        Optional<KubeObject> before,
        KubeObject object,
        Kind kind,
        boolean isInitial) {
    public enum Kind {
        ADDED,
        UPDATED,
        REMOVED
    }

    public boolean isAddition() {
        return kind == Kind.ADDED;
    }

    public boolean isRemoval() {
        return kind == Kind.REMOVED;
    }

    /// Somebody has just asked for its deletion, or has removed it without asking.
    public boolean beginsDeletion() {
        boolean wasDeleting = before.map(KubeObject::isDeleting).orElse(false);
        return !wasDeleting && (isRemoval() || (object.isDeleting() && before.isPresent()));
    }

    /// Whether the object had this finalizer and has lost it.
    public boolean losesFinalizer(String finalizer) {
        boolean hadIt =
                before.map(it -> it.metadata().finalizers().contains(finalizer)).orElse(false);
        return hadIt && (isRemoval() || !object.metadata().finalizers().contains(finalizer));
    }
}
