package dev.kcm.cluster;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.auth.RequestAuthentication;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.log.Backup;
import dev.kcm.model.json.Json;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.util.Locale;

/// `GET /kcm/backup`: all objects at one revision, while writes go on. They include every Secret, so that permission
/// for
/// the path is not enough: the caller must be one of the administrators.
record BackupPage(ApiServer server, RequestAuthentication authentication) implements Handler {
    static final String PATH = "/kcm/backup";
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;

    static boolean covers(Exchange exchange) {
        return exchange.path().equals(PATH);
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        var caller = authentication
                .identify(exchange.peerCertificates(), exchange.header("Authorization"))
                .filter(user -> mayRead(user, exchange));
        if (caller.isEmpty()) {
            refuse(exchange);
            return;
        }
        exchange.setHeader("Content-Type", "application/octet-stream");
        exchange.setHeader("Cache-Control", "no-store");
        Backup.write(server.store().contents(), exchange.stream(OK));
    }

    private boolean mayRead(RequestUser user, Exchange exchange) {
        var access = AccessAttributes.toPath(exchange.method().toLowerCase(Locale.ROOT), PATH);
        return exchange.method().equals("GET") && user.isIn(RequestUser.MASTERS) && server.allows(user, access);
    }

    /// As a Status, like the API server, so that clients show the message alone.
    private static void refuse(Exchange exchange) throws IOException {
        exchange.setHeader("Content-Type", "application/json");
        exchange.respond(
                FORBIDDEN,
                Json.object("kind", Json.of("Status"))
                        .with("apiVersion", "v1")
                        .with("status", "Failure")
                        .with("message", "only members of %s may get %s".formatted(RequestUser.MASTERS, PATH))
                        .with("reason", "Forbidden")
                        .with("code", FORBIDDEN)
                        .toBytes());
    }
}
