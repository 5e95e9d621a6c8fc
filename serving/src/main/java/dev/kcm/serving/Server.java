package dev.kcm.serving;

import dev.kcm.base.Clock;
import dev.kcm.serving.tls.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A running server.
///
/// ```java
/// var server = Server.on("127.0.0.1", 0).tls(Tls.with(certificate)).start(handler);
/// … server.address().getPort() …
/// server.stop(Duration.ofSeconds(5));
/// ```
public final class Server implements AutoCloseable {
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final JettyServer jetty;

    private Server(JettyServer jetty) {
        this.jetty = jetty;
    }

    /// A server to be started on this address; port 0 picks a free one.
    public static Setup on(String host, int port) {
        return new Setup(new InetSocketAddress(host, port));
    }

    public static Setup on(InetSocketAddress address) {
        return new Setup(address);
    }

    /// Where it listens, with the port it got.
    public InetSocketAddress address() {
        return jetty.address();
    }

    /// Accepts no new connections, ends streams ([ResponseStream#isGone()]), waits for
    /// requests in flight up to `timeout`, then interrupts what is left and closes everything.
    /// Returns whether all of them ended by themselves.
    public boolean stop(Duration timeout) {
        return jetty.stop(timeout);
    }

    @Override
    public void close() {
        stop(SHORT);
    }

    /// What can be chosen before the start.
    public static final class Setup {
        private final InetSocketAddress address;
        private @Nullable Tls tls;
        private ServerLimits limits = ServerLimits.DEFAULT;
        private boolean reusePort;

        private Setup(InetSocketAddress address) {
            this.address = address;
        }

        /// Speaks TLS; without this the server speaks plain HTTP/1.1.
        public Setup tls(Tls choice) {
            this.tls = choice;
            return this;
        }

        public Setup limits(ServerLimits choice) {
            this.limits = choice;
            return this;
        }

        /// Upstream's `--permit-address-sharing`. Changes nothing: SO_REUSEADDR is on either way,
        /// as it is for Go's listeners; it is here so that the flag has a place.
        public Setup reuseAddress(boolean choice) {
            return this;
        }

        /// Upstream's `--permit-port-sharing`: several processes may bind the same port.
        public Setup reusePort(boolean choice) {
            this.reusePort = choice;
            return this;
        }

        /// Binds and serves.
        ///
        /// @throws UncheckedIOException when the address cannot be bound; the message names it
        public Server start(Handler handler) {
            return bind().serve(handler);
        }

        /// Binds; whoever connects from now on waits until it is served.
        ///
        /// @throws UncheckedIOException when the address cannot be bound; the message names it
        public Bound bind() {
            try {
                var socket = ListenSocket.on(address, reusePort);
                return new Bound(this, socket, (InetSocketAddress) socket.getLocalAddress());
            } catch (IOException refused) {
                throw new UncheckedIOException(refused.getMessage(), refused);
            }
        }
    }

    /// A server that listens and does not respond yet: that takes a while to prepare.
    public static final class Bound implements AutoCloseable {
        private final Setup setup;
        private final ServerSocketChannel socket;
        private final InetSocketAddress address;

        private Bound(Setup setup, ServerSocketChannel socket, InetSocketAddress address) {
            this.setup = setup;
            this.socket = socket;
            this.address = address;
        }

        /// Where it listens, with the port it got.
        public InetSocketAddress address() {
            return address;
        }

        /// Hands the socket over to a server.
        public Server serve(Handler handler) {
            try {
                return new Server(JettyServer.start(socket, setup.tls, setup.limits, Clock.system(), handler));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed.getMessage(), failed);
            }
        }

        /// For one that is never served.
        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed.getMessage(), failed);
            }
        }
    }
}
