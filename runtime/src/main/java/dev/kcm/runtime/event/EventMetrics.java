package dev.kcm.runtime.event;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;

/// Events of one source that were recorded and not written, by cause. Upstream only logs
/// them.
record EventMetrics(Counter.One overflowed, Counter.One filtered, Counter.One rejected, Counter.One unwritten) {

    static EventMetrics of(String component, Metrics metrics) {
        var dropped = metrics.counter(
                "kcm_events_dropped_total",
                "Events that were recorded and not written, by cause: the queue was full,"
                        + " the correlator only counted or filtered it, the server rejected"
                        + " it, or did not respond.",
                "component",
                "cause");
        return new EventMetrics(
                dropped.with(component, "queue_full"),
                dropped.with(component, "correlated"),
                dropped.with(component, "refused"),
                dropped.with(component, "no_answer"));
    }
}
