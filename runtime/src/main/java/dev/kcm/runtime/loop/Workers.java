package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The threads of one controller: started together, missed when one dies, ended with a deadline.
/// Thread-safe.
final class Workers {
    private static final Log log = Log.of(Workers.class);

    /// How long an interrupted worker may take to notice.
    private static final Duration AFTER_INTERRUPT = Duration.ofMillis(500);

    private final String name;
    private final Clock clock;
    private final CountDownLatch oneEnded = new CountDownLatch(1);

    @GuardedBy("this")
    private final List<Thread> threads = new ArrayList<>();

    Workers(String name, Clock clock) {
        this.name = name;
        this.clock = clock;
    }

    synchronized void start(int count, Runnable work) {
        for (int number = 0; number < count; number++) {
            threads.add(Thread.ofVirtual().name(name + "-" + number).start(() -> runThenTell(work)));
        }
    }

    void awaitOneEnded() throws InterruptedException {
        oneEnded.await();
    }

    synchronized void interrupt() {
        threads.forEach(Thread::interrupt);
    }

    /// Waits for all until `deadline`, then interrupts them; says whether all ended.
    synchronized boolean join(Deadline deadline) throws InterruptedException {
        for (var thread : threads) {
            thread.join(deadline.remaining().plusMillis(1));
        }
        interrupt();
        var grace = clock.deadlineIn(AFTER_INTERRUPT);
        for (var thread : threads) {
            thread.join(grace.remaining().plusMillis(1));
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /// What a worker cannot survive (an `Error`) must be seen, not vanish with its thread.
    private void runThenTell(Runnable work) {
        try {
            work.run();
        } catch (Throwable fatal) {
            log.error(fatal, "A worker died", "controller", name);
        } finally {
            oneEnded.countDown();
        }
    }
}
