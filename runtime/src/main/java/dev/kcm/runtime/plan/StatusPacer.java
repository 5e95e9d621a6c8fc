package dev.kcm.runtime.plan;

import dev.kcm.base.Clock;
import dev.kcm.model.ObjectKey;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Quiet status: while a Deployment goes to 3,000 pods, Go's manager writes 1,800 statuses, each
/// watched by everyone. The first change goes at once; later ones within a window are left for the
/// look that follows it, which writes whatever is true then. Nothing is kept but the time of the
/// last write.
final class StatusPacer {
    static final Duration WINDOW = Duration.ofMillis(100);

    private final Clock clock;
    private final Map<ObjectKey, Long> lastWrite = new ConcurrentHashMap<>();
    private volatile boolean isHurried;

    StatusPacer(Clock clock) {
        this.clock = clock;
    }

    /// How long a write of `urgency` has to wait, if it does.
    Optional<Duration> delay(ObjectKey key, Step.Urgency urgency) {
        if (isHurried || urgency == Step.Urgency.NOW) {
            return Optional.empty();
        }
        var last = lastWrite.get(key);
        if (last == null) {
            return Optional.empty();
        }
        var left = WINDOW.minusNanos(clock.nanoTime() - last);
        return left.isPositive() ? Optional.of(left) : Optional.empty();
    }

    /// Nothing waits from now on.
    void hurry() {
        isHurried = true;
    }

    void wrote(ObjectKey key) {
        lastWrite.put(key, clock.nanoTime());
        clock.after(WINDOW, () -> forgetIfOld(key));
    }

    private void forgetIfOld(ObjectKey key) {
        lastWrite.computeIfPresent(
                key, (_, last) -> clock.nanoTime() - last >= WINDOW.toNanos() ? null : last);
    }
}
