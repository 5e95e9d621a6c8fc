package dev.kcm.testing.backend;

import java.time.Duration;

/// Threads run in the order of [SeededThreads], whose driver the scenario's thread is: when it runs, all others wait,
/// most of them for the clock. Work in hand does not hold time up, as the client's rate limit has controllers wait
/// with theirs.
final class SeededTime extends VirtualTime {
    /// Longer than any back-off, and far longer than the limits of a client make anybody wait.
    private static final Duration LONGEST_WORK = Duration.ofMinutes(30);

    SeededTime(Parts parts) {
        super(parts);
    }

    @Override
    void pass(Duration time) throws InterruptedException {
        awaitIdle();
        for (var left = time; left.isPositive(); ) {
            left = left.minus(step(left));
            awaitIdle();
        }
    }

    @Override
    void awaitQuietNow() throws InterruptedException {
        awaitIdle();
        for (var left = LONGEST_WORK; !parts().cluster().isQuiet(); ) {
            if (!left.isPositive()) {
                throw new IllegalStateException("the cluster is still busy after %s: %s"
                        .formatted(LONGEST_WORK, parts().cluster().pendingWork()));
            }
            left = left.minus(step(left));
            awaitIdle();
        }
    }

    /// It takes over later: whatever else is to happen meanwhile must be able to.
    @Override
    void started() {}

    private void awaitIdle() throws InterruptedException {
        do {
            SeededThreads.awaitIdle();
        } while (parts().restart().ifCrashed() || parts().processes().takeOverIfFilled());
    }
}
