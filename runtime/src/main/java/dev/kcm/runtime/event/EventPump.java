package dev.kcm.runtime.event;

import dev.kcm.model.KubeObject;
import dev.kcm.runtime.event.EventSink.Answer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// Writes what a correlator decides, patiently: while the server does not answer, twelve tries ten
/// seconds apart (the first pause a random part of that), everything behind waiting. Owned by one
/// thread.
final class EventPump<E extends KubeObject> {
    private static final Logger LOG = System.getLogger("dev.kcm.runtime.event");
    private static final int TRIES = 12;
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /// How a pump waits before it tries again.
    interface Patience {
        /// False when there is no time to wait and try again.
        boolean lasts(Duration pause) throws InterruptedException;
    }

    private final EventCorrelator<E> correlator;
    private final EventSink<E> sink;
    private final Patience patience;
    private final RandomGenerator random;
    private final EventMetrics metrics;

    EventPump(
            EventCorrelator<E> correlator,
            EventSink<E> sink,
            Patience patience,
            RandomGenerator random,
            EventMetrics metrics) {
        this.correlator = correlator;
        this.sink = sink;
        this.patience = patience;
        this.random = random;
        this.metrics = metrics;
    }

    EventCorrelator<E> correlator() {
        return correlator;
    }

    void announce(EventContent announcement) throws InterruptedException {
        var write = correlator.correlate(announcement);
        if (write.isPresent()) {
            write(write.get());
        } else {
            metrics.filtered().increment();
        }
    }

    void keepHouse() throws InterruptedException {
        for (var write : correlator.keepHouse()) {
            write(write);
        }
    }

    private void write(EventWrite<E> write) throws InterruptedException {
        for (int tries = 1; !isSettled(write, send(write)); tries++) {
            boolean isWorthWaiting = tries < TRIES && patience.lasts(pauseAfter(tries));
            if (!isWorthWaiting) {
                LOG.log(Level.ERROR, "Unable to write event {0}", write.event().key());
                metrics.unwritten().increment();
                return;
            }
        }
    }

    private Duration pauseAfter(int tries) {
        return tries > 1 ? PAUSE : Duration.ofNanos(random.nextLong(PAUSE.toNanos()));
    }

    private Answer<E> send(EventWrite<E> write) {
        return switch (write) {
            case EventWrite.Create<E>(var event) -> sink.create(event);
            case EventWrite.Patch<E>(var event, var patch) ->
                switch (sink.patch(event.key(), patch)) {
                    case Answer.Missing<E> _ -> sink.create(event);
                    case Answer<E> answer -> answer;
                };
        };
    }

    /// Whether there is no point in trying again.
    private boolean isSettled(EventWrite<E> write, Answer<E> answer) {
        return switch (answer) {
            case Answer.Recorded<E> _ -> true;
            case Answer.Unreachable<E>(var why) -> {
                LOG.log(
                        Level.WARNING,
                        () -> "Unable to write event %s (may try again): %s"
                                .formatted(write.event().key(), why));
                yield false;
            }
            // Not there to be patched, there when it was to be created: it is just being created.
            case Answer.Exists<E> _ when write instanceof EventWrite.Patch<E> -> false;
            case Answer.Exists<E> _ -> refused(Level.DEBUG, write, "it exists already");
            case Answer.Missing<E> _ -> refused(Level.DEBUG, write, "its namespace is gone");
            case Answer.Refused<E>(var why) -> refused(Level.WARNING, write, why);
        };
    }

    private boolean refused(Level level, EventWrite<E> write, String why) {
        LOG.log(
                level,
                () -> "Server rejected event %s: %s".formatted(write.event().key(), why));
        metrics.refused().increment();
        return true;
    }
}
