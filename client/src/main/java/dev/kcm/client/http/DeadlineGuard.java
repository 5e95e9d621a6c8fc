package dev.kcm.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Cuts every connection whose deadline passes, in whichever call its owner hangs: a socket's own
/// time-out would not help against a connect or a write that never returns, and costs every read a
/// timer. One timer serves all connections; it is set to the earliest deadline and moved only when
/// an earlier one comes, so an exchange usually costs two volatile accesses.
///
/// Thread-safe.
final class DeadlineGuard {
    private final Clock clock;
    private final Set<Lifeline> guarded = ConcurrentHashMap.newKeySet();

    /// When the timer fires, or [Lifeline#NO_DEADLINE]. Written under the lock.
    private volatile long nextCheck = Lifeline.NO_DEADLINE;

    @GuardedBy("this")
    private Clock.@Nullable Timer timer;

    DeadlineGuard(Clock clock) {
        this.clock = clock;
    }

    void guard(Lifeline lifeline) {
        guarded.add(lifeline);
    }

    void forget(Lifeline lifeline) {
        guarded.remove(lifeline);
    }

    /// From now on `lifeline` is cut at `deadline`.
    void expect(Lifeline lifeline, long deadline) {
        lifeline.deadline(deadline);
        if (isEarlier(deadline, nextCheck)) {
            checkAt(deadline);
        }
    }

    void relax(Lifeline lifeline) {
        lifeline.deadline(Lifeline.NO_DEADLINE);
    }

    void cutAll() {
        guarded.forEach(Lifeline::cut);
    }

    private void check() {
        synchronized (this) {
            nextCheck = Lifeline.NO_DEADLINE;
            timer = null;
        }
        long now = clock.nanoTime();
        long earliest = Lifeline.NO_DEADLINE;
        for (var lifeline : guarded) {
            long deadline = lifeline.deadline();
            if (deadline == Lifeline.NO_DEADLINE) {
                continue;
            }
            if (deadline - now <= 0) {
                lifeline.cutLate();
            } else if (isEarlier(deadline, earliest)) {
                earliest = deadline;
            }
        }
        if (earliest != Lifeline.NO_DEADLINE) {
            checkAt(earliest);
        }
    }

    private synchronized void checkAt(long deadline) {
        if (!isEarlier(deadline, nextCheck)) {
            return;
        }
        if (timer != null) {
            timer.cancel();
        }
        nextCheck = deadline;
        timer = clock.after(Duration.ofNanos(deadline - clock.nanoTime()), this::check);
    }

    private static boolean isEarlier(long deadline, long other) {
        return deadline != Lifeline.NO_DEADLINE && (other == Lifeline.NO_DEADLINE || deadline - other < 0);
    }
}
