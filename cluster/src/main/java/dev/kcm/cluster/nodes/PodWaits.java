package dev.kcm.cluster.nodes;

import dev.kcm.base.Clock;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What pods wait for, on the monotonic clock: a pod that runs for five seconds does so too when the wall clock is
/// set back meanwhile, by which alone it would run for hours. Thread-safe.
final class PodWaits {
    private record Waiting(String uid, Instant due, long untilNanos) {}

    private final Clock clock;
    private final Map<ObjectKey, Waiting> waiting = new ConcurrentHashMap<>();

    PodWaits(Clock clock) {
        this.clock = clock;
    }

    /// The time as it is for a pod: at least what it waited for, once it has waited for that.
    Instant now(Pod pod) {
        var now = clock.instant();
        var known = waiting.get(pod.key());
        if (known == null || !known.uid().equals(pod.uid()) || known.untilNanos() - clock.nanoTime() > 0) {
            return now;
        }
        return known.due().isAfter(now) ? known.due() : now;
    }

    /// How long a pod still has to wait.
    Duration left(Pod pod, PodLifecycle.Next.Wait wait) {
        var known = waiting.compute(
                pod.key(),
                (_, before) -> before != null
                                && before.uid().equals(pod.uid())
                                && before.due().equals(wait.due())
                        ? before
                        : new Waiting(
                                pod.uid(),
                                wait.due(),
                                clock.deadlineIn(wait.time()).atNanos()));
        return Duration.ofNanos(Math.max(0, known.untilNanos() - clock.nanoTime()));
    }

    void forget(ObjectKey key) {
        waiting.remove(key);
    }
}
