package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import java.time.Duration;
import java.time.Instant;

/// The clock of our controllers' machine: its wall clock is as wrong as the faults say.
record SkewedClock(Clock right, FaultScript faults) implements Clock {
    @Override
    public Instant instant() {
        return right.instant().plus(faults.clockSkew());
    }

    @Override
    public long nanoTime() {
        return right.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        return right.after(delay, task);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        right.sleep(duration);
    }
}
