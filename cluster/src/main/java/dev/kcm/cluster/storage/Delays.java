package dev.kcm.cluster.storage;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// How long things take, and how long to wait after failures, for each object by its uid. Thread-safe.
final class Delays {
    /// As the sidecars of CSI drivers do.
    private static final Backoff RETRIES = Backoff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final Clock clock;
    private final Map<String, Deadline> begun = new ConcurrentHashMap<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    Delays(Clock clock) {
        this.clock = clock;
    }

    /// What is left of the time since this was first asked; empty when it is over.
    Optional<Duration> left(String uid, Duration whole) {
        if (!whole.isPositive()) {
            return Optional.empty();
        }
        var ready = begun.computeIfAbsent(uid, _ -> clock.deadlineIn(whole));
        return ready.hasPassed() ? Optional.empty() : Optional.of(ready.remaining());
    }

    Duration afterFailure(String uid) {
        return RETRIES.after(failures.merge(uid, 1, Integer::sum));
    }

    void forget(String uid) {
        begun.remove(uid);
        failures.remove(uid);
    }
}
