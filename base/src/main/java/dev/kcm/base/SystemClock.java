package dev.kcm.base;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The machine's clock. Timers share one daemon thread.
final class SystemClock implements Clock {
    static final SystemClock INSTANCE = new SystemClock();

    private final ScheduledThreadPoolExecutor timers;

    private SystemClock() {
        timers = new ScheduledThreadPoolExecutor(
                1, task -> Thread.ofPlatform().name("clock").daemon().unstarted(task));
        timers.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        var scheduled = timers.schedule(
                () -> TimerTasks.run(task), Math.max(0, SaturatedNanos.of(delay)), TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
    }
}
