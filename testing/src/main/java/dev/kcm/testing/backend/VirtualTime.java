package dev.kcm.testing.backend;

import dev.kcm.base.VirtualClock;
import dev.kcm.cluster.Cluster;
import java.time.Duration;
import java.util.function.LongSupplier;

/// How time passes on an embedded backend. Used by the scenario's thread.
abstract sealed class VirtualTime permits PolledTime, SeededTime {
    /// How long nothing may change before the backend counts as quiet.
    private static final Duration QUIET_PERIOD = Duration.ofSeconds(2);

    private static final int MOST_PERIODS = 100;
    private static final Duration LONGEST_STEP = Duration.ofSeconds(1);

    /// @param changes how many there were in the scenario's namespace
    /// @param restart starts our controllers again if they have crashed
    record Parts(
            VirtualClock clock,
            Cluster cluster,
            ControllerProcesses processes,
            FaultScript faults,
            LongSupplier changes,
            Restart restart) {}

    /// Says whether there was anything to restart.
    @FunctionalInterface
    interface Restart {
        boolean ifCrashed() throws InterruptedException;
    }

    private final Parts parts;

    VirtualTime(Parts parts) {
        this.parts = parts;
    }

    final Parts parts() {
        return parts;
    }

    /// Until nothing is left to do at this moment, or in a moment if somebody waits for the clock with work in hand;
    /// controllers that crash are restarted.
    abstract void awaitQuietNow() throws InterruptedException;

    /// Timer by timer; whatever one sets off is over before the next.
    abstract void pass(Duration time) throws InterruptedException;

    /// A process of our controllers fills its caches.
    abstract void started() throws InterruptedException;

    /// Until nothing has changed for a while.
    final void awaitQuiet() throws InterruptedException {
        for (int period = 0; period < MOST_PERIODS; period++) {
            awaitQuietNow();
            long before = parts.changes().getAsLong();
            pass(QUIET_PERIOD);
            if (parts.changes().getAsLong() == before) {
                return;
            }
        }
        throw new IllegalStateException("the cluster still changes after " + QUIET_PERIOD.multipliedBy(MOST_PERIODS));
    }

    /// To the next timer, if it is due within `most`; by how much the clock was advanced.
    final Duration step(Duration most) {
        var next = parts.clock().untilNextTimer().filter(Duration::isPositive).orElse(LONGEST_STEP);
        var step = next.compareTo(most) < 0 ? next : most;
        parts.clock().advance(step);
        return step;
    }
}
