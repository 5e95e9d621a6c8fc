package dev.kcm.runtime.plan;

/// Asked right before each request is sent. Closed once this process may no longer hold the lease:
/// a write of an old leader must never follow one of the new.
@FunctionalInterface
public interface WriteGate {
    WriteGate ALWAYS_OPEN = () -> true;

    boolean isOpen();
}
