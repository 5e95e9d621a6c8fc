package dev.kcm.client.http;

import java.io.Closeable;
import java.io.IOException;

/// Aborts a connection from outside, whatever its owner is blocked in, by closing the socket
/// beneath it. Once cut, it stays cut. Thread-safe.
final class AbortHandle {
    /// No exchange is under way, so nothing can be late.
    static final long NO_DEADLINE = Long.MAX_VALUE;

    private final Closeable socket;
    private volatile long deadline = NO_DEADLINE;
    private volatile boolean isCut;
    private volatile boolean isLate;

    AbortHandle(Closeable socket) {
        this.socket = socket;
    }

    long deadline() {
        return deadline;
    }

    void deadline(long nanoTime) {
        deadline = nanoTime;
    }

    boolean isCut() {
        return isCut;
    }

    /// Whether it was cut for being late.
    boolean isLate() {
        return isLate;
    }

    void cutLate() {
        isLate = true;
        cut();
    }

    void cut() {
        isCut = true;
        try {
            socket.close();
        } catch (IOException _) {
            // a socket that fails to close is as dead as one that closes
        }
    }
}
