package dev.kcm.serving;

import dev.kcm.base.Clock;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/// The library's connector, with connections of ours, and not too many of them.
final class LimitedConnector extends ServerConnector {
    private final ServerLimits limits;
    private final Clock clock;
    private final OpenConnections connections;

    LimitedConnector(Server server, ServerLimits limits, Clock clock, ConnectionFactory... protocols) {
        super(server, null, null, null, 1, 1, protocols);
        this.limits = limits;
        this.clock = clock;
        this.connections = new OpenConnections(limits.connections(), clock);
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key)
            throws IOException {
        var connection = new ClientConnection(channel, selector, key, getScheduler(), limits, clock);
        connection.setIdleTimeout(getIdleTimeout());
        return connection;
    }

    @Override
    protected void onEndPointOpened(EndPoint connection) {
        super.onEndPointOpened(connection);
        connections.opened((ClientConnection) connection);
    }

    @Override
    protected void onEndPointClosed(EndPoint connection) {
        connections.closed((ClientConnection) connection);
        super.onEndPointClosed(connection);
    }
}
