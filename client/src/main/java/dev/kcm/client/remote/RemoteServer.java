package dev.kcm.client.remote;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.Transport;
import dev.kcm.client.WriteGate;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.Credentials;
import dev.kcm.client.config.FixedCredentials;
import dev.kcm.client.http.HeaderBlock;
import dev.kcm.client.http.HttpPool;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// An API server somewhere on the network, and the connections to it. Clients made here share them;
/// closing this ends all of them. Thread-safe.
public final class RemoteServer implements AutoCloseable {
    private final Endpoint endpoint;

    /// Those of the first client.
    private final AtomicReference<@Nullable TransportMetrics> metrics = new AtomicReference<>();

    private final Queue<RemoteServer> apart = new ConcurrentLinkedQueue<>();

    private RemoteServer(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /// Opens no connection yet.
    public static RemoteServer at(ClientConfig config, Clock clock) {
        return new RemoteServer(new Endpoint(config, clock, HttpPool.Limits.USUAL));
    }

    /// A client with connections of its own, closed with it.
    public static Client client(
            ClientConfig config, String userAgent, ClientSettings settings, Clock clock, Metrics metrics) {
        var server = at(config, clock);
        var transport = server.transport(userAgent, config.credentials(), settings.gate(), server.endpoint::close);
        new TransportMetrics(metrics).unshared();
        return new Client(transport, settings, clock, metrics);
    }

    /// A client as whoever the configuration says.
    public Client client(String userAgent, ClientSettings settings, Metrics metrics) {
        return client(userAgent, endpoint.credentials(), settings, metrics);
    }

    /// A client as someone else; only for credentials that are headers, since certificates belong
    /// to connections.
    public Client client(String userAgent, Credentials credentials, ClientSettings settings, Metrics metrics) {
        count(new TransportMetrics(metrics));
        return new Client(
                transport(userAgent, credentials, settings.gate(), () -> {}), settings, endpoint.clock(), metrics);
    }

    /// The same server over connections of its own, which requests of others cannot take up; closed with this one.
    public RemoteServer apart() {
        return apart(endpoint.config());
    }

    /// As [#apart], for clients that each bring their own credentials.
    public RemoteServer anonymous() {
        return apart(endpoint.config().withCredentials(FixedCredentials.ANONYMOUS));
    }

    private RemoteServer apart(ClientConfig config) {
        var server =
                new RemoteServer(new Endpoint(config, endpoint.clock(), HttpPool.Limits.USUAL, endpoint.idleTimeout()));
        apart.add(server);
        return server;
    }

    /// What carries requests as whoever the configuration says, for those who put something between
    /// it and a client. Closing it leaves the connections open.
    public Transport transport(String userAgent) {
        return transport(userAgent, endpoint.credentials(), WriteGate.ALWAYS_OPEN, () -> {});
    }

    @Override
    public void close() {
        apart.forEach(RemoteServer::close);
        endpoint.close();
        var counted = metrics.getAndSet(null);
        if (counted != null) {
            counted.closed(endpoint.hasCertificate());
        }
    }

    private void count(TransportMetrics asked) {
        if (metrics.compareAndSet(null, asked)) {
            asked.sharedFirst();
        } else {
            asked.sharedAgain();
        }
    }

    private Transport transport(String userAgent, Credentials credentials, WriteGate gate, Runnable onClose) {
        var headers = HeaderBlock.of("Host", endpoint.server().authority()).and("User-Agent", userAgent);
        var impersonation = endpoint.config().impersonation();
        if (impersonation.isPresent()) {
            for (var header : impersonation.get().headers()) {
                headers = headers.and(header.getKey(), header.getValue());
            }
        }
        return new HttpTransport(endpoint, credentials, headers, gate, onClose);
    }
}
