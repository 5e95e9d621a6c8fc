package dev.kcm.runtime.queue;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// Workers with nothing to do, called one by one, the one that has waited longest first.
///
/// `Object.wait` does the same at a higher price: a virtual thread notified there is made to run by
/// a platform thread of the JVM, so that every key handed over costs two switches more.
///
/// How to use it: under the lock that guards the work, see that there is none and [#sit]; outside
/// it, [Seat#await]; then look again. Whoever adds work under that lock calls afterwards or there.
public final class IdleWorkers {
    private final Queue<Seat> seats = new ConcurrentLinkedQueue<>();

    /// The current thread's place among those that wait.
    public Seat sit() {
        var seat = new Seat(Thread.currentThread());
        seats.add(seat);
        return seat;
    }

    public void callOne() {
        var seat = seats.poll();
        if (seat != null) {
            seat.call();
        }
    }

    public void callAll() {
        for (var seat = seats.poll(); seat != null; seat = seats.poll()) {
            seat.call();
        }
    }

    public final class Seat {
        private final Thread worker;
        private volatile boolean isCalled;

        private Seat(Thread worker) {
            this.worker = worker;
        }

        /// Returns when called. An interrupted worker that was called already passes the call on.
        public void await() throws InterruptedException {
            while (!isCalled) {
                LockSupport.park(IdleWorkers.this);
                if (Thread.interrupted()) {
                    if (!seats.remove(this)) {
                        callOne();
                    }
                    throw new InterruptedException();
                }
            }
        }

        private void call() {
            isCalled = true;
            LockSupport.unpark(worker);
        }
    }
}
