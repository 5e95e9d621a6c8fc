package dev.kcm.testing.backend;

/// The kinds of backend.
public enum BackendKind {
    /// Everything in this process, virtual time.
    EMBEDDED,
    /// As above, but our controllers reach the server over HTTPS.
    WIRE,
    /// A real API server, our controllers in this process.
    REAL,
    /// A real API server with upstream's manager.
    GO;

    public boolean isEmbedded() {
        return this == EMBEDDED || this == WIRE;
    }

    /// Whether our controllers run, so that there is a write log and faults can be injected.
    public boolean isOurs() {
        return this != GO;
    }
}
