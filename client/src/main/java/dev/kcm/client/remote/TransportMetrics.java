package dev.kcm.client.remote;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Metrics;

/// How often connections were shared, under upstream's names: a transport there is what an
/// [Endpoint] is here.
final class TransportMetrics {
    private final Gauge.One entries;
    private final Counter calls;
    private final Counter.One endedRotations;

    TransportMetrics(Metrics metrics) {
        this.entries = metrics.gauge("rest_client_transport_cache_entries", "Servers whose connections are shared")
                .with();
        this.calls = metrics.counter(
                "rest_client_transport_create_calls_total",
                "Clients made, by whether they share connections made before (hit), are the"
                        + " first to use shared ones (miss) or have their own (uncacheable)",
                "result");
        this.endedRotations = metrics.counter(
                        "rest_client_transport_cert_rotation_gc_calls_total",
                        "How often the look-out for a new client certificate ended with"
                                + " the connections it was for")
                .with();
    }

    void sharedFirst() {
        entries.add(1);
        calls.with("miss").increment();
    }

    void sharedAgain() {
        calls.with("hit").increment();
    }

    void unshared() {
        calls.with("uncacheable").increment();
    }

    void closed(boolean hadCertificate) {
        entries.add(-1);
        if (hadCertificate) {
            endedRotations.increment();
        }
    }
}
