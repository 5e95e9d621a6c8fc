package dev.kcm.serving;

import dev.kcm.base.Clock;
import dev.kcm.serving.tls.Tls;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLParameters;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/// Turns our choices into the library's settings.
final class JettyConnector {
    private static final int STREAM_WINDOW = 256 << 10; // upstream's: most bodies fit at once
    private static final int SESSION_WINDOW = 4 << 20;
    private static final int RESPONSE_HEADER_BYTES = 32 << 10;

    /// Cancelled streams, pings and the like per second on one connection before it is closed: room
    /// for a client that drops all its watches twice, none for a rapid reset attack.
    private static final int NUISANCES_PER_SECOND = 250;

    private JettyConnector() {}

    static ServerConnector on(
            Server server, ServerSocketChannel socket, @Nullable Tls tls, ServerLimits limits, Clock clock)
            throws IOException {
        var connector = new LimitedConnector(server, limits, clock, protocols(tls, limits));
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setShutdownIdleTimeout(-1); // what is under way may end; stopping closes the rest itself
        connector.open(socket);
        return connector;
    }

    private static ConnectionFactory[] protocols(@Nullable Tls tls, ServerLimits limits) {
        var http = http(limits);
        var http1 = new HttpConnectionFactory(http);
        if (tls == null) {
            return new ConnectionFactory[] {http1};
        }
        var factories = new ArrayList<ConnectionFactory>(List.of(http1));
        var next = http1.getProtocol();
        if (tls.http2()) {
            var http2 = http2(http, limits);
            var negotiation = new ALPNServerConnectionFactory("h2", "http/1.1");
            negotiation.setDefaultProtocol(http1.getProtocol());
            factories.addAll(0, List.of(negotiation, http2));
            next = negotiation.getProtocol();
        }
        factories.addFirst(new SslConnectionFactory(handshake(tls), next));
        return factories.toArray(ConnectionFactory[]::new);
    }

    private static HttpConfiguration http(ServerLimits limits) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setSendDateHeader(true);
        http.setRequestHeaderSize(limits.headerBytes());
        http.setResponseHeaderSize(RESPONSE_HEADER_BYTES);
        // Else the library adds one that answers 400 to every host the certificate does not name; clients that do not
        // mind, or name the certificate themselves, are served by Go.
        http.addCustomizer(new SecureRequestCustomizer(false));
        return http;
    }

    private static HTTP2ServerConnectionFactory http2(HttpConfiguration http, ServerLimits limits) {
        var http2 = new HTTP2ServerConnectionFactory(http);
        http2.setMaxConcurrentStreams(limits.streamsPerConnection());
        http2.setInitialStreamRecvWindow(STREAM_WINDOW);
        http2.setInitialSessionRecvWindow(SESSION_WINDOW);
        http2.setStreamIdleTimeout(limits.idle().toMillis());
        http2.setRateControlFactory(new WindowRateControl.Factory(NUISANCES_PER_SECOND));
        return http2;
    }

    private static SslContextFactory.Server handshake(Tls tls) {
        var factory = new Handshake(tls.namedGroups());
        factory.setSslContext(tls.context());
        factory.setWantClientAuth(tls.clientAuthorities().isPresent());
        factory.setExcludeProtocols();
        factory.setIncludeProtocols(tls.minimum().andNewer());
        factory.setExcludeCipherSuites();
        factory.setIncludeCipherSuites(tls.suiteNames());
        factory.setRenegotiationAllowed(false);
        factory.setSniRequired(false);
        return factory;
    }

    /// With the chosen key exchanges, which the library knows nothing of, and without its warnings about suites
    /// it finds weak: which ones are offered is the operator's choice, and the defaults are upstream's.
    private static final class Handshake extends SslContextFactory.Server {
        private final List<String> namedGroups;

        Handshake(List<String> namedGroups) {
            this.namedGroups = namedGroups;
        }

        @Override
        public SSLParameters customize(SSLParameters parameters) {
            var customized = super.customize(parameters);
            if (!namedGroups.isEmpty()) {
                customized.setNamedGroups(namedGroups.toArray(String[]::new));
            }
            return customized;
        }

        @Override
        protected void checkCiphers(SSLParameters parameters) {}
    }
}
