package dev.kcm.manager.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.model.Resource;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.loop.RunningController;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Keeps one controller running for one term of leadership: one that fails to start, or whose worker
/// dies, is restarted with back-off, without the others. A thread of its
/// own does that.
final class SupervisedController {
    private static final Log log = Log.of(SupervisedController.class);
    private static final Backoff BETWEEN_STARTS = Backoff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /// One that ran this long has recovered.
    private static final Duration RECOVERED = Duration.ofMinutes(1);

    /// Consecutive failures from which on the health check fails.
    private static final int TOLERATED_FAILURES = 5;

    private final String name;
    private final Optional<Resource<?>> reconciled;
    private final Duration delay;
    private final Build builder;
    private final Clock clock;
    private final Gauge.One isRunning;
    private final Thread thread;
    private final CountDownLatch tried = new CountDownLatch(1);

    @GuardedBy("this")
    private @Nullable RunningController running;

    @GuardedBy("this")
    private long startedAt;

    @GuardedBy("this")
    private boolean isStopping;

    @GuardedBy("this")
    private int failures;

    @GuardedBy("this")
    private String lastFailure = "";

    /// Makes a controller anew; may block and throw.
    @FunctionalInterface
    interface Build {
        RunningController build() throws InterruptedException;
    }

    /// @param delay before the first start, so that not all start at once
    /// @param isRunning set to 1 while it runs
    SupervisedController(ControllerSpec spec, Duration delay, Build builder, Clock clock, Gauge.One isRunning) {
        this.name = spec.name();
        this.reconciled = spec.reconciled().map(resource -> resource);
        this.delay = delay;
        this.builder = builder;
        this.clock = clock;
        this.isRunning = isRunning;
        this.thread = Thread.ofVirtual().name("supervisor-" + name).unstarted(this::supervise);
    }

    String name() {
        return name;
    }

    Optional<Resource<?>> reconciled() {
        return reconciled;
    }

    /// Does nothing after [#stop].
    synchronized void start() {
        if (!isStopping) {
            thread.start();
        }
    }

    /// Blocks until it runs or could not be started for the first time.
    void awaitFirstTry() throws InterruptedException {
        tried.await();
    }

    /// The controller, while it runs.
    synchronized Optional<RunningController> running() {
        return Optional.ofNullable(running);
    }

    /// How often in a row it could not be kept running.
    synchronized int failures() {
        return failures;
    }

    /// What is wrong, if it keeps failing or makes no progress.
    Optional<String> unhealthyReason() {
        return failing().or(() -> running().flatMap(RunningController::unhealthyReason));
    }

    private synchronized Optional<String> failing() {
        boolean hasRecovered = running != null && clock.nanoTime() - startedAt > RECOVERED.toNanos();
        return failures >= TOLERATED_FAILURES && !hasRecovered
                ? Optional.of("failed %d times in a row, last with: %s".formatted(failures, lastFailure))
                : Optional.empty();
    }

    /// Ends it for good; says whether all of its work has ended.
    boolean stop(Deadline deadline) throws InterruptedException {
        Optional<RunningController> current;
        synchronized (this) {
            isStopping = true;
            current = running();
        }
        boolean isAtRest = current.isEmpty() || current.get().stop(deadline);
        if (thread.getState() != Thread.State.NEW) {
            thread.interrupt();
            thread.join(deadline.remaining().plus(Duration.ofMillis(100)));
        }
        return isAtRest && !thread.isAlive();
    }

    private void supervise() {
        try {
            clock.sleep(delay);
            while (!isStopping()) {
                long began = clock.nanoTime();
                var failure = runOnce();
                if (isStopping()) {
                    return;
                }
                clock.sleep(noteFailure(failure, Duration.ofNanos(clock.nanoTime() - began)));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            tried.countDown();
            isRunning.set(0);
        }
    }

    /// Runs the controller until it ends, and says why it did.
    private String runOnce() throws InterruptedException {
        try {
            var controller = builder.build();
            if (!adopt(controller)) {
                return "stopping";
            }
            controller.start();
            tried.countDown();
            isRunning.set(1);
            log.info("Started controller", "controller", name);
            controller.awaitWorkerEnd();
            return "a worker died";
        } catch (RuntimeException | LinkageError failed) {
            log.error(failed, "Failed to start controller", "controller", name);
            return failed.toString();
        } finally {
            tried.countDown();
            isRunning.set(0);
            abandon();
        }
    }

    private synchronized boolean adopt(RunningController controller) {
        running = isStopping ? null : controller;
        startedAt = clock.nanoTime();
        return !isStopping;
    }

    /// Lets go of what is left of a controller that failed; whoever stops us sees to it otherwise.
    private void abandon() throws InterruptedException {
        Optional<RunningController> remains;
        synchronized (this) {
            if (isStopping) {
                return;
            }
            remains = running();
            running = null;
        }
        if (remains.isPresent() && !remains.get().stop(clock.deadlineIn(RECOVERED))) {
            giveUp();
        }
    }

    /// Starting a second one beside workers that do not end would let two of them work on one
    /// object.
    private synchronized void giveUp() {
        isStopping = true;
        failures = Math.max(failures, TOLERATED_FAILURES);
        lastFailure = "its workers cannot be stopped";
        log.error("Controller is not restarted: its workers did not stop", "controller", name);
    }

    private synchronized Duration noteFailure(String failure, Duration lasted) {
        failures = lasted.compareTo(RECOVERED) > 0 ? 1 : failures + 1;
        lastFailure = failure;
        var wait = BETWEEN_STARTS.after(failures);
        log.warn("Restarting controller", "controller", name, "because", failure, "in", wait, "failures", failures);
        return wait;
    }

    private synchronized boolean isStopping() {
        return isStopping;
    }
}
