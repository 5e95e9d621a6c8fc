package dev.kcm.runtime.cache;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.Resource;

/// How caches keep up with the server, under upstream's names.
public final class InformerMetrics {
    private static final Buckets SECONDS = Buckets.of(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String[] LABELS = {"name", "group", "version", "resource"};

    /// What upstream keeps of a revision, since not every monitor has more exact numbers.
    private static final long FIFTEEN_DIGITS = 1_000_000_000_000_000L;

    private final String name;
    private final Gauge queued;
    private final Histogram latency;
    private final Gauge revision;

    /// @param name of the program whose caches they are
    public InformerMetrics(String name, Metrics metrics) {
        this.name = name;
        this.queued = metrics.gauge(
                "informer_queued_items",
                "Changes read from the server and not yet taken in: one at a time, as the" + " next is read afterwards",
                LABELS);
        this.latency = metrics.histogram(
                "informer_processing_latency_seconds",
                "Time taken to take a change in and tell those who listen",
                SECONDS,
                LABELS);
        this.revision = metrics.gauge(
                "informer_store_resource_version",
                "The 15 least significant digits of the revision the cache has reached",
                LABELS);
    }

    /// Metrics that are not exposed.
    static InformerMetrics unseen() {
        return new InformerMetrics("", new Metrics());
    }

    One of(Resource<?> resource, Store<?> store) {
        String[] labels = {name, resource.group(), resource.version(), resource.plural()};
        revision.observe(() -> store.position() % FIFTEEN_DIGITS, labels);
        return new One(queued.with(labels), latency.with(labels));
    }

    void forget(Resource<?> resource) {
        String[] labels = {name, resource.group(), resource.version(), resource.plural()};
        queued.remove(labels);
        revision.remove(labels);
    }

    /// Those of one resource.
    record One(Gauge.One queued, Histogram.One latency) {
        void read() {
            queued.set(1);
        }

        void takenIn(long nanos) {
            queued.set(0);
            latency.observe(nanos / NANOS_PER_SECOND);
        }
    }
}
