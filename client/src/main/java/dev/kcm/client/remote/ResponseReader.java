package dev.kcm.client.remote;

import dev.kcm.client.http.Headers;
import dev.kcm.client.http.HttpResponse;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads the heads of responses, and the bodies of those that report a failure.
final class ResponseReader {
    private static final int LONGEST_FAILURE = 1024 * 1024;
    private static final int LONGEST_QUOTE = 500;

    private ResponseReader() {}

    static String contentType(HttpResponse response) {
        return response.headers().first("Content-Type").orElse("");
    }

    /// The texts of `Warning: 299 agent "text"` headers.
    static List<String> warnings(Headers headers) {
        var lines = headers.all("Warning");
        if (lines.isEmpty()) {
            return List.of();
        }
        var texts = new ArrayList<String>();
        for (var line : lines) {
            int quote = line.indexOf('"');
            if (line.startsWith("299 ") && quote > 0) {
                texts.add(unquoted(line, quote));
            }
        }
        return texts;
    }

    /// The failure a response reports, from its Status if it holds one.
    static ApiException failure(HttpResponse response, String request) throws IOException {
        var body = response.readAll(LONGEST_FAILURE);
        var status = status(contentType(response), body);
        if (status == null || status.code() == 0 || status.status().equals("Success")) {
            var text = new String(body, StandardCharsets.UTF_8).strip();
            var quoted = text.substring(0, Math.min(text.length(), LONGEST_QUOTE));
            status = Status.builder()
                    .status("Failure")
                    .code(response.status())
                    .message("%s: the server answered %d%s"
                            .formatted(request, response.status(), quoted.isEmpty() ? "" : ": " + quoted))
                    .build();
        }
        return new ApiException(ApiFailure.of(withRetryAfter(status, response.headers())));
    }

    private static @org.jspecify.annotations.Nullable Status status(String contentType, byte[] body) {
        try {
            if (MediaTypes.isProtobuf(contentType)) {
                var envelope = Envelope.open(body);
                return envelope.kind().equals("Status") ? Status.decode(envelope.content()) : null;
            }
            return MediaTypes.isJson(contentType) ? Status.decode(JsonReader.of(body)) : null;
        } catch (ProtoException | JsonException _) {
            return null;
        }
    }

    /// The header counts, since proxies set it too; the Status is where the rest of us look.
    private static Status withRetryAfter(Status status, Headers headers) {
        var header = headers.first("Retry-After");
        if (header.isEmpty() || !header.get().matches("[0-9]{1,6}")) {
            return status;
        }
        int seconds = Math.max(1, Integer.parseInt(header.get()));
        var details = status.details().orElse(dev.kcm.model.meta.v1.StatusDetails.EMPTY);
        return status.withDetails(details.withRetryAfterSeconds(seconds));
    }

    private static String unquoted(String line, int quote) {
        var text = new StringBuilder();
        for (int i = quote + 1; i < line.length() && line.charAt(i) != '"'; i++) {
            if (line.charAt(i) == '\\' && i + 1 < line.length()) {
                i++;
            }
            text.append(line.charAt(i));
        }
        return text.toString();
    }
}
