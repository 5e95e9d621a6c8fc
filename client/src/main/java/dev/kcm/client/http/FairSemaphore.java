package dev.kcm.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Deadline;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;

/// A fair semaphore whose waits end at a deadline of our own [dev.kcm.base.Clock]. Thread-safe.
final class FairSemaphore {

    private static final class Waiter {
        private final CountDownLatch woken = new CountDownLatch(1);
        private boolean hasPermit; // under the lock of the permits
    }

    @GuardedBy("this")
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

    @GuardedBy("this")
    private int free;

    FairSemaphore(int count) {
        this.free = count;
    }

    /// Whether a permit was got before the deadline.
    boolean take(Deadline deadline) throws InterruptedException {
        var waiter = new Waiter();
        synchronized (this) {
            if (free > 0) {
                free--;
                return true;
            }
            waiters.add(waiter);
        }
        var timer = deadline.clock().after(deadline.remaining(), waiter.woken::countDown);
        try {
            waiter.woken.await();
        } catch (InterruptedException interrupted) {
            if (gaveUp(waiter)) {
                throw interrupted;
            }
            giveBack();
            throw interrupted;
        } finally {
            timer.cancel();
        }
        return !gaveUp(waiter);
    }

    /// Whether the waiter leaves without a permit.
    private synchronized boolean gaveUp(Waiter waiter) {
        return !waiter.hasPermit && waiters.remove(waiter);
    }

    synchronized void giveBack() {
        var next = waiters.poll();
        if (next == null) {
            free++;
            return;
        }
        next.hasPermit = true;
        next.woken.countDown();
    }
}
