package dev.kcm.base;

import java.util.concurrent.CountDownLatch;

/// A request that this process shut down, from outside (SIGTERM, Ctrl-C) or from within, and the time to
/// do so in order: the JVM exits when its shutdown hooks return, and the one installed here waits for
/// [#close]. One per process, made by its main. Thread-safe.
public final class ShutdownSignal implements AutoCloseable {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    private ShutdownSignal() {}

    /// Adds the shutdown hook: from now on whoever [#await]s reacts to signals.
    public static ShutdownSignal install() {
        var signal = new ShutdownSignal();
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(signal::hold));
        return signal;
    }

    /// Requests the shutdown from within.
    public void request() {
        requested.countDown();
    }

    /// Blocks until a shutdown is requested.
    public void await() throws InterruptedException {
        requested.await();
    }

    /// Everything is shut down: lets the JVM exit.
    @Override
    public void close() {
        done.countDown();
    }

    private void hold() {
        requested.countDown();
        try {
            done.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
