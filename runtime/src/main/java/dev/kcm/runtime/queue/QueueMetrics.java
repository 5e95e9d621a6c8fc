package dev.kcm.runtime.queue;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.util.function.DoubleSupplier;

/// Upstream's `workqueue_*` metrics of one queue. What can be read off the queue is worked out when
/// metrics are read, so that it costs the hot path nothing; of two queues with one name the one
/// made last is read.
public record QueueMetrics(Counter.One adds, Counter.One retries, Histogram.One waited, Histogram.One worked) {
    private static final Buckets TENS_FROM_TEN_NANOSECONDS = Buckets.exponential(10e-9, 10, 10);
    private static final double NANOS_PER_SECOND = 1e9;

    public static QueueMetrics of(String name, Metrics metrics) {
        return new QueueMetrics(
                metrics.counter("workqueue_adds_total", "[BETA] Total number of adds handled by workqueue", "name")
                        .with(name),
                metrics.counter(
                                "workqueue_retries_total",
                                "[BETA] Total number of retries handled by workqueue",
                                "name")
                        .with(name),
                metrics.histogram(
                                "workqueue_queue_duration_seconds",
                                "[BETA] How long in seconds an item stays in workqueue before being" + " requested.",
                                TENS_FROM_TEN_NANOSECONDS,
                                "name")
                        .with(name),
                metrics.histogram(
                                "workqueue_work_duration_seconds",
                                "[BETA] How long in seconds processing an item from workqueue" + " takes.",
                                TENS_FROM_TEN_NANOSECONDS,
                                "name")
                        .with(name));
    }

    /// The metrics of what upstream has a queue for and we do in one go: nothing ever waits in it.
    public static QueueMetrics ofNoQueue(String name, Metrics metrics) {
        observe(name, metrics, () -> 0, () -> 0, () -> 0);
        return of(name, metrics);
    }

    /// Registers what is read off the queue itself.
    static void observe(
            String name,
            Metrics metrics,
            DoubleSupplier depth,
            DoubleSupplier unfinishedSeconds,
            DoubleSupplier longestSeconds) {
        metrics.gauge("workqueue_depth", "[BETA] Current depth of workqueue", "name")
                .observe(depth, name);
        metrics.gauge(
                        "workqueue_unfinished_work_seconds",
                        "[BETA] How many seconds of work has done that is in progress and hasn't"
                                + " been observed by work_duration. Large values indicate stuck"
                                + " threads. One can deduce the number of stuck threads by"
                                + " observing the rate at which this increases.",
                        "name")
                .observe(unfinishedSeconds, name);
        metrics.gauge(
                        "workqueue_longest_running_processor_seconds",
                        "[BETA] How many seconds has the longest running processor for workqueue" + " been running.",
                        "name")
                .observe(longestSeconds, name);
    }

    static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }
}
