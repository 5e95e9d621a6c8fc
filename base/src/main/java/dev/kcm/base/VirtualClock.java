package dev.kcm.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;

/// A clock that stands still until it is advanced. [#advance] runs every task that falls due on the
/// way, in order of time (equal times: in order of registration), on the calling thread, with the
/// clock showing each task's own time.
///
/// Thread-safe; tasks run without the lock, so they may set timers and read the time.
public final class VirtualClock implements Clock {

    private record Pending(long at, long number, Runnable task) {
        static final Comparator<Pending> SOONEST_FIRST =
                Comparator.comparingLong(Pending::at).thenComparingLong(Pending::number);
    }

    private final Instant start;

    @GuardedBy("this")
    private final PriorityQueue<Pending> pending = new PriorityQueue<>(Pending.SOONEST_FIRST);

    @GuardedBy("this")
    private long now;

    @GuardedBy("this")
    private long registered;

    @GuardedBy("this")
    private Duration wallClockSteps = Duration.ZERO;

    public VirtualClock(Instant start) {
        this.start = start;
    }

    @Override
    public synchronized Instant instant() {
        return start.plusNanos(now).plus(wallClockSteps);
    }

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        var entry = register(Math.max(0, SaturatedNanos.of(delay)), task);
        return () -> remove(entry);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (duration.isZero() || duration.isNegative()) {
            return;
        }
        var passed = new CountDownLatch(1);
        var timer = after(duration, passed::countDown);
        try {
            passed.await();
        } finally {
            timer.cancel();
        }
    }

    /// Lets `duration` pass.
    public void advance(Duration duration) {
        long target;
        synchronized (this) {
            target = now + SaturatedNanos.of(duration);
        }
        for (var due = nextUntil(target); due.isPresent(); due = nextUntil(target)) {
            TimerTasks.run(due.get().task());
        }
        synchronized (this) {
            now = Math.max(now, target);
        }
    }

    /// Sets the wall clock ahead, or back, as an administrator or a time server does. No time passes: timers and
    /// [#nanoTime] stay as they are.
    public synchronized void stepWallClock(Duration step) {
        wallClockSteps = wallClockSteps.plus(step);
    }

    /// How long until the next task is due, if any waits.
    public synchronized Optional<Duration> untilNextTimer() {
        return Optional.ofNullable(pending.peek()).map(next -> Duration.ofNanos(next.at() - now));
    }

    /// How many tasks wait.
    public synchronized int timers() {
        return pending.size();
    }

    /// Blocks until `count` tasks wait, and returns how long until the first is due: for tests whose other threads
    /// take a while to fall asleep.
    public synchronized Duration awaitTimers(int count) throws InterruptedException {
        while (pending.size() < count) {
            wait();
        }
        return untilNextTimer().orElse(Duration.ZERO);
    }

    private synchronized Pending register(long delay, Runnable task) {
        var entry = new Pending(now + delay, registered++, task);
        pending.add(entry);
        notifyAll();
        return entry;
    }

    private synchronized void remove(Pending entry) {
        pending.remove(entry);
    }

    private synchronized Optional<Pending> nextUntil(long target) {
        var next = pending.peek();
        if (next == null || next.at() > target) {
            return Optional.empty();
        }
        pending.remove();
        now = Math.max(now, next.at());
        return Optional.of(next);
    }
}
