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
    private final Set<AbortHandle> guarded = ConcurrentHashMap.newKeySet();

    /// When the timer fires, or [AbortHandle#NO_DEADLINE]. Written under the lock.
    private volatile long nextCheck = AbortHandle.NO_DEADLINE;

    @GuardedBy("this")
    private Clock.@Nullable Timer timer;

    DeadlineGuard(Clock clock) {
        this.clock = clock;
    }

    void guard(AbortHandle abortHandle) {
        guarded.add(abortHandle);
    }

    void forget(AbortHandle abortHandle) {
        guarded.remove(abortHandle);
    }

    /// From now on `abortHandle` is cut at `deadline`.
    void expect(AbortHandle abortHandle, long deadline) {
        abortHandle.deadline(deadline);
        if (isEarlier(deadline, nextCheck)) {
            checkAt(deadline);
        }
    }

    void relax(AbortHandle abortHandle) {
        abortHandle.deadline(AbortHandle.NO_DEADLINE);
    }

    void cutAll() {
        guarded.forEach(AbortHandle::cut);
    }

    private void check() {
        synchronized (this) {
            nextCheck = AbortHandle.NO_DEADLINE;
            timer = null;
        }
        long now = clock.nanoTime();
        long earliest = AbortHandle.NO_DEADLINE;
        for (var abortHandle : guarded) {
            long deadline = abortHandle.deadline();
            if (deadline == AbortHandle.NO_DEADLINE) {
                continue;
            }
            if (deadline - now <= 0) {
                abortHandle.cutLate();
            } else if (isEarlier(deadline, earliest)) {
                earliest = deadline;
            }
        }
        if (earliest != AbortHandle.NO_DEADLINE) {
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
        return deadline != AbortHandle.NO_DEADLINE && (other == AbortHandle.NO_DEADLINE || deadline - other < 0);
    }
}
