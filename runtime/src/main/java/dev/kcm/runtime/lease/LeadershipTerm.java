package dev.kcm.runtime.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// The calls to the listener of one term of leadership: one call after the other, none of them
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
        var starting = Thread.ofVirtual().name("term").start(() -> call(() -> listener.started(fence)));
        return new LeadershipTerm(fence, listener, starting);
    }

    Fence fence() {
        return fence;
    }

    /// Has the listener stop its work; `whenDone` runs on another thread.
    void windDown(Runnable whenDone) {
        var starting = last;
        last = Thread.ofVirtual().name("end-of-term").start(() -> {
            await(starting);
            call(listener::stopping);
            whenDone.run();
        });
    }

    /// Notifies the listener, after its earlier calls have returned.
    void end() {
        await(last);
        call(listener::stopped);
    }

    static void call(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException failure) {
            LOG.log(Level.ERROR, "Election listener failed", failure);
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
