package dev.kcm.manager.port;

import dev.kcm.model.json.IndentedJson;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.serving.Exchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/// Failures as the Status objects that every Kubernetes client reads. They are always JSON, also
/// where the caller would rather have something else.
final class StatusResponse {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_ACCEPTABLE = 406;

    private StatusResponse() {}

    static void unauthorized(Exchange exchange) throws IOException {
        send(exchange, UNAUTHORIZED, "Unauthorized", "Unauthorized", Optional.empty());
    }

    static void forbidden(Exchange exchange, String message) throws IOException {
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        send(exchange, FORBIDDEN, "Forbidden", "forbidden: " + message, Optional.of(Json.object()));
    }

    static void notAcceptable(Exchange exchange, String accepted) throws IOException {
        var message = "only the following media types are accepted: " + accepted;
        send(exchange, NOT_ACCEPTABLE, "NotAcceptable", message, Optional.empty());
    }

    /// JSON for programs on one line, for people at a terminal or browser indented.
    static String json(Exchange exchange, String compact) {
        return isForPeople(exchange) ? IndentedJson.of(compact, "  ") : compact + "\n";
    }

    private static void send(Exchange exchange, int code, String reason, String message, Optional<JsonObject> details)
            throws IOException {
        var status = JsonObject.builder()
                .put("kind", Json.of("Status"))
                .put("apiVersion", Json.of("v1"))
                .put("metadata", Json.object())
                .put("status", Json.of("Failure"))
                .put("message", Json.of(message))
                .put("reason", Json.of(reason));
        details.ifPresent(known -> status.put("details", known));
        status.put("code", Json.of(code));
        exchange.setHeader("Content-Type", "application/json");
        exchange.respond(code, json(exchange, status.build().toText()).getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isForPeople(Exchange exchange) {
        if (exchange.query().has("pretty")) {
            return exchange.query().all("pretty").stream()
                    .noneMatch(value -> value.equals("false") || value.equals("0"));
        }
        var agent = exchange.header("User-Agent").orElse("");
        return Stream.of("curl", "Wget", "Mozilla/5.0").anyMatch(agent::startsWith);
    }
}
