package dev.kcm.client;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.discovery.Discovery;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import java.util.random.RandomGenerator;

/// One API server seen by one identity. [#close] ends its watches and connections. Thread-safe.
public final class Client implements AutoCloseable {
    private final Transport transport;
    private final RequestExecutor executor;
    private final OperationSender sender;
    private final Discovery discovery;

    public Client(Transport transport, ClientSettings settings, Clock clock, Metrics metrics) {
        this(transport, settings, clock, RandomGenerator.getDefault(), metrics);
    }

    /// @param random spreads the waits before retries
    public Client(Transport transport, ClientSettings settings, Clock clock, RandomGenerator random, Metrics metrics) {
        this.transport = transport;
        this.executor = new RequestExecutor(transport.host(), settings, clock, random, metrics);
        this.sender = new OperationSender(transport, executor, settings);
        this.discovery = new Discovery(this::read, clock);
    }

    /// Requests for objects of one resource: typed, metadata-only or dynamic, as the descriptor has
    /// it.
    public <T extends KubeObject> Api<T> on(Resource<T> resource) {
        return new ResourceApi<>(resource, sender);
    }

    /// Sends a write of which only the result matters.
    ///
    /// @throws dev.kcm.model.failure.ApiException when it fails
    public WriteResult send(Operation write) {
        return sender.send(write);
    }

    /// Whether the gate would let a write pass now, for what is not written here and must end with the lease all the
    /// same.
    public boolean mayWrite() {
        return executor.mayWrite();
    }

    /// The authorities that the server's certificate is checked with, as PEM text; empty where that
    /// is left to the system or not done at all.
    public String authorities() {
        return transport.authorities();
    }

    /// What the server serves.
    public Discovery discovery() {
        return discovery;
    }

    /// A plain GET, for health, version and whatever else has no objects.
    public RawResponse raw(String path, String accept) {
        return executor.send("GET", deadline -> transport.raw(path, accept, deadline));
    }

    @Override
    public void close() {
        transport.close();
    }

    private Discovery.Document read(String path, String accept) {
        var response = raw(path, accept);
        return new Discovery.Document(response.contentType(), response.body());
    }
}
