package dev.kcm.runtime.event;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/// The event recorders of one process. Thread-safe.
public final class Events implements AutoCloseable {
    private static final Duration TIME_TO_FINISH = Duration.ofSeconds(5);

    private final Clock clock;
    private final RandomGenerator random;
    private final Metrics metrics;
    private final EventNames names;
    private final List<EventRecorder> recorders = new CopyOnWriteArrayList<>();

    public Events(Clock clock, RandomGenerator random, Metrics metrics) {
        this.clock = clock;
        this.random = random;
        this.metrics = metrics;
        this.names = new EventNames(random);
    }

    /// A started recorder of core/v1 events, which upstream's controllers use.
    public EventRecorder recorder(EventOrigin origin, EventSink sink) {
        var counters = EventMetrics.of(origin.component(), metrics);
        var correlator = new EventCorrelator(origin, clock, names);
        return started(new EventRecorder(
                origin.component(),
                clock,
                names,
                counters,
                sleeper -> new EventWriter(correlator, sink, sleeper, random, counters)));
    }

    /// No recorded event waits to be written.
    public boolean isQuiet() {
        return recorders.stream().allMatch(EventRecorder::isQuiet);
    }

    /// Tries once to write what waits, for a few seconds at most.
    @Override
    public void close() {
        recorders.forEach(EventRecorder::close);
        var limit = clock.after(
                TIME_TO_FINISH,
                () -> recorders.forEach(recorder -> recorder.worker().interrupt()));
        try {
            for (var recorder : recorders) {
                recorder.worker().join();
            }
        } catch (InterruptedException _) {
            recorders.forEach(recorder -> recorder.worker().interrupt());
            Thread.currentThread().interrupt();
        } finally {
            limit.cancel();
        }
    }

    private EventRecorder started(EventRecorder recorder) {
        recorders.removeIf(EventRecorder::isDone);
        recorders.add(recorder);
        recorder.start();
        return recorder;
    }
}
