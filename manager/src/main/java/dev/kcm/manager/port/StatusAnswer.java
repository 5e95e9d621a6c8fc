package dev.kcm.manager.port;

import dev.kcm.manager.pages.JsonText;
import dev.kcm.model.json.IndentedJson;
import dev.kcm.serving.Exchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Failures as the Status objects that every Kubernetes client reads. They are always JSON, also
/// where the caller would rather have something else.
final class StatusAnswer {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_ACCEPTABLE = 406;

    private StatusAnswer() {}

    static void unauthorized(Exchange exchange) throws IOException {
        send(exchange, UNAUTHORIZED, "Unauthorized", "Unauthorized", Optional.empty());
    }

    static void forbidden(Exchange exchange, String message) throws IOException {
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        send(exchange, FORBIDDEN, "Forbidden", "forbidden: " + message, Optional.of(Map.of()));
    }

    static void notAcceptable(Exchange exchange, String accepted) throws IOException {
        var message = "only the following media types are accepted: " + accepted;
        send(exchange, NOT_ACCEPTABLE, "NotAcceptable", message, Optional.empty());
    }

    /// JSON for programs on one line, for people at a terminal or browser indented.
    static String json(Exchange exchange, String compact) {
        return isForPeople(exchange) ? IndentedJson.of(compact, "  ") : compact + "\n";
    }

    private static void send(
            Exchange exchange, int code, String reason, String message, Optional<Map<String, Object>> details)
            throws IOException {
        var status = new LinkedHashMap<String, Object>();
        status.put("kind", "Status");
        status.put("apiVersion", "v1");
        status.put("metadata", Map.of());
        status.put("status", "Failure");
        status.put("message", message);
        status.put("reason", reason);
        details.ifPresent(known -> status.put("details", known));
        status.put("code", code);
        exchange.setHeader("Content-Type", "application/json");
        exchange.respond(code, json(exchange, JsonText.of(status)).getBytes(StandardCharsets.UTF_8));
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
