package dev.kcm.runtime.queue;

/// How urgent a key is. Most urgent first.
public enum Lane {
    /// Something happened to the object, or a time it asked to be woken at has come.
    CHANGE,
    /// The initial list or a resync: nothing happened, but somebody should look.
    BACKGROUND;

    /// The more urgent of the two.
    Lane orSooner(Lane other) {
        return other.compareTo(this) < 0 ? other : this;
    }
}
