package dev.kcm.runtime.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.core.v1.ObjectReference;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// Tells people what one controller does to objects. Announcing is cheap, never blocks and never
/// fails: up to 1000 announcements wait for the server, more are dropped and counted. Thread-safe.
///
/// Made and started by [Events], which also closes those that are left.
public final class EventRecorder implements AutoCloseable {
    private static final int LONGEST_QUEUE = 1000;

    /// Something for the worker to do.
    private interface Job {
        void run() throws InterruptedException;
    }

    private final Clock clock;
    private final EventNames names;
    private final EventMetrics metrics;
    private final EventPump<?> pump;
    private final Optional<Duration> housekeepingPeriod;
    private final BlockingQueue<Job> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
    private final AtomicInteger unfinished = new AtomicInteger();
    private final Thread worker;

    @GuardedBy("this")
    private boolean isClosed;

    @GuardedBy("this")
    private boolean isNapping;

    EventRecorder(
            String component,
            Clock clock,
            EventNames names,
            EventMetrics metrics,
            Function<EventPump.Patience, EventPump<?>> pump) {
        this.clock = clock;
        this.names = names;
        this.metrics = metrics;
        this.pump = pump.apply(this::nap);
        this.housekeepingPeriod = this.pump.correlator().housekeepingPeriod();
        this.worker = Thread.ofVirtual().name("events-" + component).unstarted(this::work);
    }

    /// Announces about an object known by reference only.
    public void announce(ObjectRef about, EventType type, String reason, String note) {
        announce(reference(about).build(), type, reason, note);
    }

    /// Announces about an object as it was seen: its resourceVersion is shown, as upstream does.
    public void announce(KubeObject about, EventType type, String reason, String note) {
        var seen =
                reference(about.ref()).resourceVersion(about.resourceVersion()).build();
        announce(seen, type, reason, note);
    }

    /// Announces about part of an object, or an object that has no kind of ours.
    public void announce(ObjectReference about, EventType type, String reason, String note) {
        announce(about, type, reason, "", note);
    }

    /// As above, with the `action` that events.k8s.io/v1 wants.
    public void announce(ObjectReference about, EventType type, String reason, String action, String note) {
        var now = clock.instant();
        var name = names.nameFor(about.name(), now);
        var announcement = new EventContent(about, type, reason, action, note, name, now);
        if (!offer(() -> pump.announce(announcement))) {
            metrics.overflowed().increment();
        }
    }

    /// Nothing announced waits to be written.
    public boolean isQuiet() {
        return unfinished.get() == 0;
    }

    void start() {
        worker.start();
        setHousekeeping();
    }

    /// Takes nothing more in and returns at once; what waits is tried once each.
    @Override
    public synchronized void close() {
        isClosed = true;
        if (isNapping) {
            worker.interrupt();
        }
        queue.offer(() -> {}); // wakes the worker; a full queue wakes it just as well
    }

    /// Closes and waits until what was announced is written or given up, or `deadline` has passed.
    public void finish(Deadline deadline) throws InterruptedException {
        close();
        worker.join(deadline.remaining().plusMillis(1));
    }

    Thread worker() {
        return worker;
    }

    /// Closed, and all that waited is written or given up.
    boolean isDone() {
        return hasClosed() && !worker.isAlive();
    }

    private static ObjectReference.Builder reference(ObjectRef about) {
        return ObjectReference.builder()
                .kind(about.resource().kind())
                .apiVersion(about.resource().apiVersion())
                .namespace(about.namespace())
                .name(about.name())
                .uid(about.uid());
    }

    private boolean offer(Job job) {
        if (hasClosed()) {
            return false;
        }
        unfinished.incrementAndGet();
        boolean isTaken = queue.offer(() -> finish(job));
        if (!isTaken) {
            unfinished.decrementAndGet();
        }
        return isTaken;
    }

    private void finish(Job job) throws InterruptedException {
        try {
            job.run();
        } finally {
            unfinished.decrementAndGet();
        }
    }

    private void work() {
        try {
            while (!hasClosed()) {
                queue.take().run();
            }
            for (var rest = queue.poll(); rest != null; rest = queue.poll()) {
                rest.run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void setHousekeeping() {
        housekeepingPeriod.ifPresent(period -> clock.after(period, () -> {
            offer(pump::keepHouse);
            if (!hasClosed()) {
                setHousekeeping();
            }
        }));
    }

    private synchronized boolean hasClosed() {
        return isClosed;
    }

    /// Sleeps, unless the recorder is or gets closed.
    private boolean nap(Duration pause) throws InterruptedException {
        synchronized (this) {
            if (isClosed) {
                return false;
            }
            isNapping = true;
        }
        try {
            clock.sleep(pause);
        } catch (InterruptedException interrupted) {
            if (!hasClosed()) {
                throw interrupted;
            }
        } finally {
            wakeUp();
        }
        return !hasClosed();
    }

    /// After this, [#close] interrupts no more; an interrupt of its that came late is swallowed.
    private synchronized void wakeUp() {
        isNapping = false;
        if (isClosed) {
            Thread.interrupted();
        }
    }
}
