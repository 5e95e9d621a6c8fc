package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import java.time.Duration;

/// Threads run as the machine has them: whether they have come to rest is asked again and again.
final class PolledTime extends VirtualTime {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /// Quiet is a fact about all queues, caches, recorders and the store together, and none of them
    /// signals that it has become so: asking costs microseconds, and a signal from each would cost
    /// every product that has no scenarios.
    private static final Duration POLL_INTERVAL = Duration.ofMillis(1);

    /// How far the clock moves per poll while an informer that lost its watch backs off.
    private static final Duration BACKOFF_STEP = Duration.ofMillis(20);

    /// Real time after which somebody seems to wait for the clock: an informer, say, whose watch
    /// broke without a fault of ours.
    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration BETWEEN_STALL_STEPS = Duration.ofMillis(50);
    private static final Duration STALL_STEP = Duration.ofMillis(100);

    PolledTime(Parts parts) {
        super(parts);
    }

    @Override
    void pass(Duration time) throws InterruptedException {
        awaitQuietNow();
        for (var left = time; left.isPositive(); ) {
            left = left.minus(step(left));
            awaitQuietNow();
        }
    }

    @Override
    void awaitQuietNow() throws InterruptedException {
        do {
            awaitIdle();
        } while (parts().restart().ifCrashed());
    }

    @Override
    void started() throws InterruptedException {
        awaitIdle();
    }

    private void awaitIdle() throws InterruptedException {
        var real = Clock.system();
        var deadline = real.deadlineIn(TIMEOUT);
        var stalled = real.deadlineIn(STALL_TIMEOUT);
        while (!parts().processes().hasCrashed() && !parts().cluster().isQuiet()) {
            if (deadline.hasPassed()) {
                throw new IllegalStateException("the cluster is still busy after %s: %s"
                        .formatted(TIMEOUT, parts().cluster().pendingWork()));
            }
            if (parts().faults().watches().makeInformersWait()) {
                parts().clock().advance(BACKOFF_STEP);
            } else if (stalled.hasPassed()) {
                parts().clock().advance(STALL_STEP);
                stalled = real.deadlineIn(BETWEEN_STALL_STEPS);
            }
            real.sleep(POLL_INTERVAL);
        }
    }
}
