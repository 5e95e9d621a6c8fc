package dev.kcm.runtime.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// One term of leadership as the listener lives through it.
record Term(Fence fence, ElectionListener listener, Thread starting) {
    private static final Logger LOG = System.getLogger("dev.kcm.runtime.lease");

    static Term begun(Fence fence, ElectionListener listener) {
        var starting =
                Thread.ofVirtual().name("term").start(() -> tell(() -> listener.started(fence)));
        return new Term(fence, listener, starting);
    }

    /// Tells the listener, after it has taken in that the term began.
    void end() {
        boolean isInterrupted = false;
        while (starting.isAlive()) {
            try {
                starting.join();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        tell(listener::stopped);
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException failure) {
            LOG.log(Level.ERROR, "A listener to the election failed", failure);
        }
    }
}
