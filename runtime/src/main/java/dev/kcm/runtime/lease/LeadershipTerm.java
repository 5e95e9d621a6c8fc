package dev.kcm.runtime.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// One term of leadership as the listener lives through it: one call after the other, none of them
/// on the elector's thread but the last. Owned by that thread.
final class LeadershipTerm {
    private static final Logger LOG = System.getLogger("dev.kcm.runtime.lease");

    private final Fence fence;
    private final ElectionListener listener;
    private Thread last;

    private LeadershipTerm(Fence fence, ElectionListener listener, Thread starting) {
        this.fence = fence;
        this.listener = listener;
        this.last = starting;
    }

    static LeadershipTerm begun(Fence fence, ElectionListener listener) {
        var starting = Thread.ofVirtual().name("term").start(() -> tell(() -> listener.started(fence)));
        return new LeadershipTerm(fence, listener, starting);
    }

    Fence fence() {
        return fence;
    }

    /// Tells the listener to bring its work to rest; `whenDone` runs on another thread.
    void windDown(Runnable whenDone) {
        var starting = last;
        last = Thread.ofVirtual().name("end-of-term").start(() -> {
            await(starting);
            tell(listener::stopping);
            whenDone.run();
        });
    }

    /// Tells the listener, after it has taken in what it was told before.
    void end() {
        await(last);
        tell(listener::stopped);
    }

    static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException failure) {
            LOG.log(Level.ERROR, "A listener to the election failed", failure);
        }
    }

    private static void await(Thread thread) {
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
