package dev.kcm.testing.backend;

/// The kinds of stage there are.
public enum BackendKind {
    /// Everything in this process, virtual time.
    EMBEDDED,
    /// As above, but our controllers reach the server over HTTPS.
    WIRE,
    /// A real API server, our controllers in this process.
    REAL,
    /// A real API server whose manager is somebody else's.
    GO;

    public boolean isEmbedded() {
        return this == EMBEDDED || this == WIRE;
    }

    /// Whether our controllers act, so that there is a write log and faults can be had.
    public boolean isOurs() {
        return this != GO;
    }
}
