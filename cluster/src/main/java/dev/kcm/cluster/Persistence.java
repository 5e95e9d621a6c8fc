package dev.kcm.cluster;

/// What happens to the objects of a cluster with a directory.
public enum Persistence {
    /// They are forgotten when it ends.
    IN_MEMORY,
    /// They are written to the directory without waiting for the disk: a killed process loses nothing, a power loss may
    /// take back what was acknowledged, or leave a log that is refused.
    UNSAFE_NO_FSYNC,
    /// A write is acknowledged, and visible, when the disk has it.
    DURABLE
}
