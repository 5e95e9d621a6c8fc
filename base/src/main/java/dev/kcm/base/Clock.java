package dev.kcm.base;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The one source of time. Nothing outside this package reads the wall clock, sleeps or starts a
/// timer, so a test that hands out a [VirtualClock] can let six hours pass in milliseconds.
///
/// [#instant] is for people and for the API; [#nanoTime] is for deadlines, since the wall clock may
/// jump.
public interface Clock extends InstantSource {

    static Clock system() {
        return SystemClock.INSTANCE;
    }

    @Override
    Instant instant();

    /// Nanoseconds on a clock that never goes back; only differences mean anything.
    long nanoTime();

    /// Runs `task` once, `delay` from now (at once for a delay of zero or less). Tasks share one
    /// thread: they must be brief and never block; longer work starts a thread of its own. A task
    /// that throws is logged and forgotten.
    Timer after(Duration delay, Runnable task);

    /// Blocks the calling thread until `duration` has passed on this clock.
    void sleep(Duration duration) throws InterruptedException;

    /// A deadline `duration` from now on the monotonic clock.
    default Deadline deadlineIn(Duration duration) {
        return new Deadline(this, nanoTime() + SaturatedNanos.of(duration));
    }

    /// A task that has not run yet.
    @FunctionalInterface
    interface Timer {
        /// Takes the task back; a task that has run or is running is left alone.
        void cancel();
    }
}
