package dev.kcm.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;

/// Resources to close in reverse order of opening. Thread-safe.
final class CloseableStack implements AutoCloseable {
    @GuardedBy("this")
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    synchronized <C extends AutoCloseable> C add(C part) {
        parts.push(part);
        return part;
    }

    /// Closes everything, also after a close has failed; then throws the first failure.
    @Override
    public synchronized void close() {
        ClusterException first = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception problem) {
                if (problem instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                first = first == null ? new ClusterException("could not stop cleanly: " + problem, problem) : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
