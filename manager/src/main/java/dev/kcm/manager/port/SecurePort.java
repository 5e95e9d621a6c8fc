package dev.kcm.manager.port;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.access.Access;
import dev.kcm.manager.access.Caller;
import dev.kcm.manager.access.Decision;
import dev.kcm.manager.access.NotAuthenticatedException;
import dev.kcm.manager.options.SecureServingOptions;
import dev.kcm.manager.options.TlsNames;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import dev.kcm.serving.Server;
import dev.kcm.serving.ServerLimits;
import dev.kcm.serving.tls.CipherSuite;
import dev.kcm.serving.tls.NamedGroups;
import dev.kcm.serving.tls.Tls;
import dev.kcm.serving.tls.TlsVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The HTTPS port: serves the pages to authorized users.
public final class SecurePort implements AutoCloseable {
    private static final Log log = Log.of(SecurePort.class);
    private static final int INTERNAL_SERVER_ERROR = 500;

    /// Health checks, a few that read metrics, some people: far more than there are, and less than hurts.
    private static final int MOST_CONNECTIONS = 500;

    private final Access access;
    private final Handler pages;
    private final ServingCertificates certificates;
    private final Server.Bound bound;

    @GuardedBy("this")
    private @Nullable Server server;

    @GuardedBy("this")
    private boolean isClosed;

    private SecurePort(SecureServingOptions options, Access access, Handler pages, Clock clock) {
        this.access = access;
        this.pages = pages;
        this.certificates = new ServingCertificates(options.certificates(), clock);
        this.bound = bind(options);
    }

    /// Binds; whoever connects waits until [#serve]. Takes over `access` and closes it in the end.
    ///
    /// @throws ConfigException when the address or the certificates cannot be used
    public static SecurePort open(SecureServingOptions options, Access access, Handler pages, Clock clock) {
        return new SecurePort(options, access, pages, clock);
    }

    public InetSocketAddress address() {
        return bound.address();
    }

    /// Begins to serve; that takes a third of a second. Nothing happens after [#close].
    public synchronized void serve() {
        if (!isClosed) {
            server = bound.serve(this::handle);
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (server != null) {
            server.close();
        } else {
            bound.close();
        }
        certificates.close();
        access.close();
    }

    private Server.Bound bind(SecureServingOptions options) {
        var listen = options.listen();
        var usual = ServerLimits.DEFAULT.withConnections(MOST_CONNECTIONS);
        var limits =
                listen.maxStreams() > 0 ? usual.withStreamsPerConnection(Math.toIntExact(listen.maxStreams())) : usual;
        try {
            return Server.on(new InetSocketAddress(listen.address(), Math.toIntExact(listen.port())))
                    .tls(tls(options))
                    .limits(limits)
                    .reuseAddress(listen.addressSharing())
                    .reusePort(listen.portSharing())
                    .bind();
        } catch (UncheckedIOException refused) {
            certificates.close();
            throw new ConfigException("--secure-port: " + refused.getMessage(), refused);
        }
    }

    private Tls tls(SecureServingOptions options) {
        try {
            return chosen(options);
        } catch (IllegalArgumentException unusable) {
            certificates.close();
            throw new ConfigException(
                    "--tls-min-version, --tls-cipher-suites or --tls-curve-preferences: " + unusable.getMessage(),
                    unusable);
        }
    }

    private Tls chosen(SecureServingOptions options) {
        var tls = Tls.with(certificates.main())
                .withSniCertificates(certificates.byName())
                .askingClients(access::clientAuthorities)
                .withMinimum(TlsVersion.named(options.tls().minVersion()));
        if (!options.tls().cipherSuites().isEmpty()) {
            tls = tls.withCipherSuites(options.tls().cipherSuites().stream()
                    .map(CipherSuite::named)
                    .toList());
        }
        tls = tls.withNamedGroups(keyExchanges(options.tls().curves()));
        return options.listen().http2Disabled() ? tls.withoutHttp2() : tls;
    }

    /// Those of the flag that the JDK has; that it lacks some is no reason not to start while others are left.
    private static List<String> keyExchanges(List<Integer> curves) {
        var chosen = curves.stream().map(TlsNames::curve).toList();
        var supported = NamedGroups.supported();
        var lacking = chosen.stream().filter(name -> !supported.contains(name)).toList();
        if (!lacking.isEmpty() && lacking.size() == chosen.size()) {
            throw new IllegalArgumentException(
                    "this JDK has no %s, only %s".formatted(String.join(", ", lacking), String.join(", ", supported)));
        }
        if (!lacking.isEmpty()) {
            log.warn("Ignored key exchanges that this JDK does not have", "curves", lacking);
        }
        return chosen.stream().filter(supported::contains).toList();
    }

    private void handle(Exchange exchange) throws IOException, InterruptedException {
        exchange.setHeader("Cache-Control", "no-cache, private");
        Caller caller;
        try {
            caller = access.authentication().caller(exchange);
        } catch (NotAuthenticatedException invalid) {
            log.error("Unable to authenticate the request", "err", invalid.getMessage());
            StatusResponse.unauthorized(exchange);
            return;
        }
        var verb = exchange.method().toLowerCase(Locale.ROOT);
        switch (access.authorization().decide(caller, verb, exchange.path())) {
            case Decision.Allowed() -> pages.handle(exchange);
            case Decision.Forbidden(var reason) ->
                StatusResponse.forbidden(
                        exchange,
                        defused("User \"%s\" cannot %s path \"%s\"".formatted(caller.name(), verb, exchange.path()))
                                + (reason.isEmpty() ? "" : ": " + reason));
            case Decision.Unknown(var why) ->
                exchange.respondText(
                        INTERNAL_SERVER_ERROR,
                        defused("Internal Server Error: \"%s\": %s".formatted(exchange.rawPath(), why)) + "\n");
        }
    }

    /// A browser must not find HTML in what a caller made us say.
    private static String defused(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
