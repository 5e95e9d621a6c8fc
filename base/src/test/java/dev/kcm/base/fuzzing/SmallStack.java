package dev.kcm.base.fuzzing;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A thread whose stack is smaller than what any thread of ours has left when it comes to parsing (the launcher gives
/// them half a megabyte): recursion that goes too deep shows.
public final class SmallStack {
    private static final long BYTES = 400 << 10;

    private SmallStack() {}

    static Thread thread(Runnable work) {
        var thread = new Thread(null, work, "small stack", BYTES);
        thread.setDaemon(true);
        return thread;
    }

    /// @throws AssertionError with whatever the work threw
    public static void run(Runnable work) {
        var task = new FutureTask<>(work, true);
        thread(task).start();
        try {
            task.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Stopped while waiting", stopped);
        } catch (ExecutionException failed) {
            throw new AssertionError(failed.getCause());
        }
    }
}
