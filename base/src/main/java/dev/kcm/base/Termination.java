package dev.kcm.base;

import java.util.concurrent.CountDownLatch;

/// The wish that this process end, from outside (SIGTERM, Ctrl-C) or from within, and the time to
/// do so in order: the JVM ends when its shutdown hooks do, and the one set here waits for
/// [#close]. One per process, made by its main. Thread-safe.
public final class Termination implements AutoCloseable {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    private Termination() {}

    /// From now on a signal to end is answered by whoever [#await]s it.
    public static Termination expected() {
        var termination = new Termination();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("end").unstarted(termination::hold));
        return termination;
    }

    /// The same wish from within.
    public void ask() {
        asked.countDown();
    }

    /// Blocks until somebody asks.
    public void await() throws InterruptedException {
        asked.await();
    }

    /// All that had to be done before the end is done.
    @Override
    public void close() {
        done.countDown();
    }

    private void hold() {
        asked.countDown();
        try {
            done.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
