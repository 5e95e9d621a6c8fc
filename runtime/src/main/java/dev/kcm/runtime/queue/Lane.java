package dev.kcm.runtime.queue;

/// How urgent a key is. Most urgent first.
public enum Lane {
    /// The object changed, or a requested wake-up is due.
    CHANGE,
    /// The initial list or a resync: nothing changed, but the key should be synced.
    BACKGROUND;

    /// The more urgent of the two.
    Lane orSooner(Lane other) {
        return other.compareTo(this) < 0 ? other : this;
    }
}
