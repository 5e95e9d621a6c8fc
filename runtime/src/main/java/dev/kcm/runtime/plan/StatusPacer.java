package dev.kcm.runtime.plan;

import dev.kcm.base.Clock;
import dev.kcm.model.ObjectKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Quiet status: while a Deployment goes to 3,000 pods, Go's manager writes 1,800 statuses, each
/// watched by everyone. The first change goes at once; later ones within a window are left for the
/// sync that follows it, which writes whatever is true then. While changes keep coming the window
/// doubles, up to [#LONGEST_WINDOW]; a pause of two windows makes it short again. What can wait
/// longer, like the ready pods of a Job that will have finished in a moment, waits for
/// [#OVERTAKEN_WITHIN]. Nothing is kept but times and the window.
final class StatusPacer {
    static final Duration FIRST_WINDOW = Duration.ofMillis(100);
    static final Duration LONGEST_WINDOW = Duration.ofMillis(400);

    /// As long as upstream's Job controller gathers changes of pods.
    static final Duration OVERTAKEN_WITHIN = Duration.ofSeconds(1);

    private record Last(long at, Duration window) {
        /// A pause of twice the window ends the stream of changes.
        Duration relevance() {
            return window.multipliedBy(2);
        }
    }

    private final Clock clock;
    private final Map<ObjectKey, Last> lastWrite = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Long> waitingSince = new ConcurrentHashMap<>();
    private volatile boolean delaysNothing;

    StatusPacer(Clock clock) {
        this.clock = clock;
    }

    /// How long a write of `urgency` has to wait, if it does.
    Optional<Duration> delay(ObjectKey key, Step.Urgency urgency) {
        if (delaysNothing) {
            return Optional.empty();
        }
        var left = switch (urgency) {
            case NOW -> Duration.ZERO;
            case SOON -> leftOfWindow(key);
            case LATER -> leftToBeOvertaken(key);
        };
        return left.isPositive() ? Optional.of(left) : Optional.empty();
    }

    private Duration leftOfWindow(ObjectKey key) {
        var last = lastWrite.get(key);
        return last == null ? Duration.ZERO : left(last.window(), last.at());
    }

    private Duration leftToBeOvertaken(ObjectKey key) {
        return left(OVERTAKEN_WITHIN, waitingSince.computeIfAbsent(key, _ -> clock.nanoTime()));
    }

    private Duration left(Duration wait, long since) {
        return wait.minusNanos(clock.nanoTime() - since);
    }

    /// Nothing waits from now on.
    void stopDelaying() {
        delaysNothing = true;
    }

    /// There is nothing to write any more.
    void forget(ObjectKey key) {
        waitingSince.remove(key);
    }

    void wrote(ObjectKey key) {
        waitingSince.remove(key);
        long now = clock.nanoTime();
        var written =
                lastWrite.compute(key, (_, last) -> new Last(now, last == null ? FIRST_WINDOW : longer(last.window())));
        clock.after(written.relevance(), () -> lastWrite.remove(key, written));
    }

    private static Duration longer(Duration window) {
        var doubled = window.multipliedBy(2);
        return doubled.compareTo(LONGEST_WINDOW) < 0 ? doubled : LONGEST_WINDOW;
    }
}
