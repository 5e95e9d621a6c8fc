package dev.kcm.cluster;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.http.Callers;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.log.Backup;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// `GET /kcm/backup`: all objects at one revision, while writes go on. They include every Secret, so that permission
/// for the path is not enough: the caller must be one of the administrators.
record BackupPage(ApiServer server, Callers callers) implements Handler {
    static final String PATH = "/kcm/backup";
    private static final int OK = 200;

    static boolean covers(Exchange exchange) {
        return exchange.path().equals(PATH);
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        try {
            requireAdministrator(exchange);
        } catch (ApiException refused) {
            refuse(exchange, refused.failure());
            return;
        }
        exchange.setHeader("Content-Type", "application/octet-stream");
        exchange.setHeader("Cache-Control", "no-store");
        Backup.write(server.store().contents(), exchange.stream(OK));
    }

    private void requireAdministrator(Exchange exchange) {
        var user = callers.of(exchange);
        var access = AccessAttributes.toPath(exchange.method().toLowerCase(Locale.ROOT), PATH);
        if (!exchange.method().equals("GET") || !user.isIn(RequestUser.MASTERS) || !server.allows(user, access)) {
            throw ApiErrors.forbidden("only members of %s may get %s".formatted(RequestUser.MASTERS, PATH));
        }
    }

    /// As a Status, like the API server, so that clients show the message alone.
    private static void refuse(Exchange exchange, ApiFailure why) throws IOException {
        exchange.setHeader("Content-Type", "application/json");
        exchange.respond(why.code(), why.status().toString().getBytes(StandardCharsets.UTF_8));
    }
}
