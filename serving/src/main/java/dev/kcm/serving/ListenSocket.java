package dev.kcm.serving;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/// Binds the socket before anything else starts, so that a port in use is reported at once.
final class ListenSocket {
    private static final int BACKLOG = 1024;

    private ListenSocket() {}

    static ServerSocketChannel on(InetSocketAddress address, boolean reusePort) throws IOException {
        if (address.isUnresolved()) {
            throw new IOException("Cannot listen on " + address.getHostString() + ": unknown host");
        }
        var channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.setOption(StandardSocketOptions.SO_REUSEPORT, reusePort);
            channel.bind(address, BACKLOG);
            return channel;
        } catch (SocketException refused) {
            channel.close();
            throw explained(address, refused);
        }
    }

    private static IOException explained(InetSocketAddress address, SocketException cause) {
        var where = "%s:%d".formatted(address.getHostString(), address.getPort());
        var reason = String.valueOf(cause.getMessage());
        if (reason.contains("in use")) {
            return new IOException(
                    "Port %d is already taken on %s: stop what listens there or choose another port"
                            .formatted(address.getPort(), address.getHostString()),
                    cause);
        }
        return new IOException("Cannot listen on %s: %s".formatted(where, reason), cause);
    }
}
