package dev.kcm.client;

/// Whether a client may still write. Asked before each write and once more when there is a
/// connection and the next thing is its first byte, so that what waited for its turn, for a
/// connection or for another try does not leave after the gate has closed: a write of an old leader
/// must never follow one of the new.
@FunctionalInterface
public interface WriteGate {
    WriteGate ALWAYS_OPEN = () -> true;

    /// For those who must never write.
    WriteGate NEVER_OPEN = () -> false;

    boolean isOpen();
}
