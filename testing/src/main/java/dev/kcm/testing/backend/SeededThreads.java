package dev.kcm.testing.backend;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/// Virtual threads that run one at a time, on the thread that called, in an order that a seed decides: the same seed
/// gives the same interleaving, another seed another. Where a thread may lose the processor is where it waits: for a
/// lock, a queue, the clock.
///
/// The first thread (the driver, which lets time pass) goes on only when nobody else can, so that [#awaitIdle] is one
/// yield. All threads that it and its descendants start belong to the same order, because a virtual thread inherits
/// the scheduler of the one that starts it. The JDK offers no way to choose that scheduler yet, so the first is built
/// by reflection: the JVM needs `--add-opens java.base/java.lang=ALL-UNNAMED`.
public final class SeededThreads implements Executor {
    private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";
    private static final String OPEN_JAVA_LANG = "--add-opens java.base/java.lang=ALL-UNNAMED";

    /// Real time after which threads that cannot go on are taken for a deadlock.
    private static final Duration DEADLOCK = Duration.ofSeconds(20);

    private final RandomGenerator random;

    @GuardedBy("this")
    private final List<Runnable> runnable = new ArrayList<>();

    @GuardedBy("this")
    private Optional<Runnable> driver = Optional.empty();

    /// What the JDK hands in to have the driver go on; the same object each time.
    @GuardedBy("this")
    private Optional<Runnable> driversTask = Optional.empty();

    private SeededThreads(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /// Runs the body as the first thread, and everything it starts, until the body ends.
    public static <T> T call(long seed, Callable<T> body) throws Exception {
        var threads = new SeededThreads(seed);
        var result = new CompletableFuture<T>();
        threads.runUntil(result, threads.builder().name("driver").start(() -> complete(result, body)));
        try {
            return result.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception problem) {
                throw problem;
            }
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw failed;
        }
    }

    /// For the driver: returns when every other thread waits for the clock, for the driver or for something that will
    /// not come by itself.
    static void awaitIdle() {
        Thread.yield();
    }

    /// The JDK's request that a thread go on, from the thread that woke it.
    @Override
    public synchronized void execute(Runnable task) {
        if (driversTask.isEmpty()) {
            driversTask = Optional.of(task);
        }
        if (driversTask.get().equals(task)) {
            driver = driversTask;
        } else {
            runnable.add(task);
        }
        notifyAll();
    }

    private void runUntil(CompletableFuture<?> result, Thread first) throws InterruptedException {
        while (!result.isDone()) {
            next(first).run();
        }
    }

    private synchronized Runnable next(Thread first) throws InterruptedException {
        var deadline = Clock.system().deadlineIn(DEADLOCK);
        while (runnable.isEmpty() && driver.isEmpty()) {
            if (deadline.hasPassed()) {
                throw new IllegalStateException(
                        "no thread can go on; the driver waits in " + List.of(first.getStackTrace()));
            }
            wait(DEADLOCK.toMillis());
        }
        if (runnable.isEmpty()) {
            var task = driver.get();
            driver = Optional.empty();
            return task;
        }
        // The last takes the place of the chosen one: an order is as good as any other, and removal is cheap.
        int chosen = random.nextInt(runnable.size());
        var last = runnable.removeLast();
        return chosen == runnable.size() ? last : runnable.set(chosen, last);
    }

    private static <T> void complete(CompletableFuture<T> result, Callable<T> body) {
        try {
            result.complete(body.call());
        } catch (Throwable problem) { // the caller's
            result.completeExceptionally(problem);
        }
    }

    private Thread.Builder.OfVirtual builder() {
        try {
            var constructor = Class.forName(BUILDER).getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return (Thread.Builder.OfVirtual) constructor.newInstance(this);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            var cause = closed instanceof InvocationTargetException ? closed.getCause() : closed;
            throw new IllegalStateException(
                    "cannot choose the order of virtual threads: start Java (25) with " + OPEN_JAVA_LANG, cause);
        }
    }
}
