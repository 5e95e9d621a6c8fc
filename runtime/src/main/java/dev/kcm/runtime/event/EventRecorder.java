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

/// Records events about objects on behalf of one controller. Recording is cheap, never blocks and never
/// fails: up to 1000 events wait for the server, more are dropped and counted. Thread-safe.
///
/// Made and started by [Events], which also closes those that are left.
public final class EventRecorder implements AutoCloseable {
    private static final int LONGEST_QUEUE = 1000;

    private final Clock clock;
    private final EventNames names;
    private final EventMetrics metrics;
    private final EventWriter writer;
    /// An empty one only wakes the worker.
    private final BlockingQueue<Optional<EventContent>> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
    private final AtomicInteger unfinished = new AtomicInteger();
    private final Thread worker;

    @GuardedBy("this")
    private boolean isClosed;

    @GuardedBy("this")
    private boolean isSleeping;

    EventRecorder(
            String component,
            Clock clock,
            EventNames names,
            EventMetrics metrics,
            Function<EventWriter.Sleeper, EventWriter> writer) {
        this.clock = clock;
        this.names = names;
        this.metrics = metrics;
        this.writer = writer.apply(this::sleep);
        this.worker = Thread.ofVirtual().name("events-" + component).unstarted(this::work);
    }

    /// Records an event about an object; the version it is about is shown, as upstream does.
    public void record(ObjectRef about, EventType type, String reason, String note) {
        record(reference(about), type, reason, note);
    }

    public void record(KubeObject about, EventType type, String reason, String note) {
        record(about.ref(), type, reason, note);
    }

    /// Records an event about part of an object, or an object of a kind unknown here.
    public void record(ObjectReference about, EventType type, String reason, String note) {
        var now = clock.instant();
        var content = new EventContent(about, type, reason, note, names.nameFor(about.name(), now), now);
        if (!offer(content)) {
            metrics.overflowed().increment();
        }
    }

    /// No recorded event waits to be written.
    public boolean isQuiet() {
        return unfinished.get() == 0;
    }

    void start() {
        worker.start();
    }

    /// Accepts no more events and returns at once; each event that waits is tried once.
    @Override
    public synchronized void close() {
        isClosed = true;
        if (isSleeping) {
            worker.interrupt();
        }
        queue.offer(Optional.empty()); // wakes the worker; a full queue wakes it just as well
    }

    /// Closes and waits until what was recorded is written or given up, or `deadline` has passed.
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

    private static ObjectReference reference(ObjectRef about) {
        return ObjectReference.builder()
                .kind(about.resource().kind())
                .apiVersion(about.resource().apiVersion())
                .namespace(about.namespace())
                .name(about.name())
                .uid(about.uid())
                .resourceVersion(about.resourceVersion())
                .build();
    }

    private boolean offer(EventContent content) {
        if (hasClosed()) {
            return false;
        }
        unfinished.incrementAndGet();
        boolean isTaken = queue.offer(Optional.of(content));
        if (!isTaken) {
            unfinished.decrementAndGet();
        }
        return isTaken;
    }

    private void work() {
        try {
            while (!hasClosed()) {
                write(queue.take());
            }
            for (var rest = queue.poll(); rest != null; rest = queue.poll()) {
                write(rest);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Optional<EventContent> content) throws InterruptedException {
        if (content.isEmpty()) {
            return;
        }
        try {
            writer.write(content.get());
        } finally {
            unfinished.decrementAndGet();
        }
    }

    private synchronized boolean hasClosed() {
        return isClosed;
    }

    /// Sleeps, unless the recorder is or gets closed.
    private boolean sleep(Duration pause) throws InterruptedException {
        synchronized (this) {
            if (isClosed) {
                return false;
            }
            isSleeping = true;
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
        isSleeping = false;
        if (isClosed) {
            Thread.interrupted();
        }
    }
}
