package dev.kcm.runtime.event;

import dev.kcm.runtime.event.EventSink.Result;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// Writes what the correlator decides. While the server does not respond there are twelve tries ten
/// seconds apart (the first pause a random part of that); later events wait. Owned by one
/// thread.
final class EventWriter {
    private static final Logger LOG = System.getLogger("dev.kcm.runtime.event");
    private static final int TRIES = 12;
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /// Pauses before a retry.
    interface Sleeper {
        /// False if there is no time left for another retry.
        boolean sleep(Duration pause) throws InterruptedException;
    }

    private final EventCorrelator correlator;
    private final EventSink sink;
    private final Sleeper sleeper;
    private final RandomGenerator random;
    private final EventMetrics metrics;

    EventWriter(
            EventCorrelator correlator, EventSink sink, Sleeper sleeper, RandomGenerator random, EventMetrics metrics) {
        this.correlator = correlator;
        this.sink = sink;
        this.sleeper = sleeper;
        this.random = random;
        this.metrics = metrics;
    }

    void write(EventContent content) throws InterruptedException {
        var write = correlator.correlate(content);
        if (write.isPresent()) {
            write(write.get());
        } else {
            metrics.filtered().increment();
        }
    }

    private void write(EventWrite write) throws InterruptedException {
        for (int tries = 1; !isDone(write, send(write)); tries++) {
            boolean isRetried = tries < TRIES && sleeper.sleep(pauseAfter(tries));
            if (!isRetried) {
                LOG.log(
                        Level.ERROR,
                        "Unable to write event {0}, retry limit exceeded",
                        write.event().key());
                metrics.unwritten().increment();
                return;
            }
        }
    }

    private Duration pauseAfter(int tries) {
        return tries > 1 ? PAUSE : Duration.ofNanos(random.nextLong(PAUSE.toNanos()));
    }

    private Result send(EventWrite write) {
        return switch (write) {
            case EventWrite.Create(var event) -> sink.create(event);
            case EventWrite.Patch(var event, var patch) ->
                switch (sink.patch(event.key(), patch)) {
                    case Result.NotFound _ -> sink.create(event);
                    case Result result -> result;
                };
        };
    }

    /// Whether a retry is pointless.
    private boolean isDone(EventWrite write, Result result) {
        return switch (result) {
            case Result.Written _ -> true;
            case Result.Unreachable(var reason) -> {
                LOG.log(
                        Level.WARNING,
                        () -> "Unable to write event %s (may try again): %s"
                                .formatted(write.event().key(), reason));
                yield false;
            }
            // Not there to be patched, there when it was to be created: it is just being created.
            case Result.AlreadyExists _ when write instanceof EventWrite.Patch -> false;
            case Result.AlreadyExists _ -> rejected(Level.DEBUG, write, "it exists already");
            case Result.NotFound _ -> rejected(Level.DEBUG, write, "its namespace is gone");
            case Result.Rejected(var reason) -> rejected(Level.WARNING, write, reason);
        };
    }

    private boolean rejected(Level level, EventWrite write, String reason) {
        LOG.log(
                level,
                () -> "Server rejected event %s: %s".formatted(write.event().key(), reason));
        metrics.rejected().increment();
        return true;
    }
}
