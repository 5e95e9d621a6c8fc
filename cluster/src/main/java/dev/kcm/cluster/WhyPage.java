package dev.kcm.cluster;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.http.Callers;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.cluster.why.UnknownKindException;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// `GET /kcm/why?kind=KIND&namespace=NAMESPACE&name=NAME`: an explanation as text, for those who may read the path, of
/// what they may read themselves.
record WhyPage(ApiServer server, Callers callers, Explainer explainer) implements Handler {
    /// Explains an object to a caller.
    @FunctionalInterface
    interface Explainer {
        String of(RequestUser caller, String kind, String namespace, String name);
    }

    private static final String PATH = "/kcm/why";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    static boolean covers(Exchange exchange) {
        return exchange.path().equals(PATH);
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        try {
            var caller = callers.of(exchange);
            var access = AccessAttributes.toPath("get", PATH);
            if (!server.allows(caller, access)) {
                throw ApiErrors.forbidden("forbidden: " + access.denial(caller.name()));
            }
            exchange.respondText(
                    OK,
                    explainer.of(
                            caller,
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
