package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.SelfSigned;
import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.options.SecureServingOptions;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Server;
import dev.kcm.serving.health.HealthCheck;
import dev.kcm.serving.health.HealthChecks;
import dev.kcm.serving.tls.Tls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The HTTPS port. Health is open to everyone; everything else needs credentials that we cannot check yet, so it is
/// refused.
final class HealthPort implements AutoCloseable {
    private static final String FORBIDDEN =
            """
            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"only /healthz is served \\
            without credentials, and this build checks none","reason":"Forbidden","details":{},"code":403}
            """;

    private final Optional<Server> server;

    private HealthPort(Optional<Server> server) {
        this.server = server;
    }

    static HealthPort open(ManagerOptions options, Leadership leadership, Metrics metrics, Clock clock) {
        var serving = options.of(SecureServingOptions.FLAGS);
        int port = Math.toIntExact(serving.listen().port());
        if (port == 0) {
            return new HealthPort(Optional.empty());
        }
        var health =
                HealthChecks.at(
                        "/healthz", HealthCheck.PING, HealthCheck.of("leaderElection", leadership::complaint));
        var address = new InetSocketAddress(serving.listen().address(), port);
        var server =
                Server.on(address)
                        .tls(Tls.with(certificate(serving.certificates(), clock)))
                        .reuseAddress(serving.listen().addressSharing())
                        .reusePort(serving.listen().portSharing())
                        .start(exchange -> handle(exchange, health));
        return new HealthPort(Optional.of(server));
    }

    String describe() {
        return server.map(open -> open.address().toString()).orElse("none");
    }

    @Override
    public void close() {
        server.ifPresent(Server::close);
    }

    private static void handle(Exchange exchange, HealthChecks health) throws IOException {
        if (health.covers(exchange.path())) {
            health.handle(exchange);
        } else {
            exchange.setHeader("Content-Type", "application/json");
            exchange.respond(403, FORBIDDEN.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static KeyedCertificate certificate(SecureServingOptions.CertificateOptions options, Clock clock) {
        if (options.certFile().isEmpty()) {
            return SelfSigned.serving("localhost", AlternativeNames.ofHosts("127.0.0.1"), clock.instant());
        }
        try {
            var certificate = Path.of(options.certFile());
            var key = Path.of(options.keyFile());
            return KeyedCertificate.parse(certificate, Files.readAllBytes(certificate), key, Files.readAllBytes(key));
        } catch (IOException unreadable) {
            throw new ConfigException("--tls-cert-file: cannot read " + unreadable.getMessage(), unreadable);
        }
    }
}
