package dev.kcm.cluster;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.auth.RequestAuthentication;
import dev.kcm.cluster.why.UnknownKindException;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// `GET /kcm/why?kind=KIND&namespace=NAMESPACE&name=NAME`: an explanation as text, for those who
/// may read the path.
record WhyPage(ApiServer server, RequestAuthentication authentication, Explainer explainer) implements Handler {
    /// Explains an object.
    @FunctionalInterface
    interface Explainer {
        String of(String kind, String namespace, String name);
    }

    private static final String PATH = "/kcm/why";
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    static boolean covers(Exchange exchange) {
        return exchange.path().equals(PATH);
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        var caller = authentication.identify(exchange.peerCertificates(), exchange.header("Authorization"));
        if (caller.isEmpty() || !server.allows(caller.get(), AccessAttributes.toPath("get", PATH))) {
            refuse(exchange, FORBIDDEN, "you lack permission to get " + PATH);
            return;
        }
        try {
            exchange.respondText(
                    OK,
                    explainer.of(
                            parameter(exchange, "kind"),
                            parameter(exchange, "namespace"),
                            parameter(exchange, "name")));
        } catch (UnknownKindException unknown) {
            refuse(exchange, NOT_FOUND, unknown.getMessage());
        } catch (ApiException refused) {
            refuse(exchange, refused.failure().code(), refused.getMessage());
        }
    }

    /// As a Status, like the API server, so that clients show the message alone.
    private static void refuse(Exchange exchange, int code, @Nullable String why) throws IOException {
        exchange.setHeader("Content-Type", "application/json");
        exchange.respond(
                code,
                Json.object("kind", Json.of("Status"))
                        .with("apiVersion", "v1")
                        .with("status", "Failure")
                        .with("message", String.valueOf(why))
                        .with("code", code)
                        .toBytes());
    }

    private static String parameter(Exchange exchange, String name) {
        return exchange.query().first(name).orElse("");
    }
}
