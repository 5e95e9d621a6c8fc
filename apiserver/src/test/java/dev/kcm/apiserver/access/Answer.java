package dev.kcm.apiserver.access;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import java.nio.charset.StandardCharsets;

/// What a server said: the status code, and the reason and message of the Status in the body, or the body's first line
/// where it holds none. What is in the body of a success does not matter.
record Answer(int status, String reason, String message) {
    private static final int LONGEST_LINE = 200;

    static Answer of(RawConnection.Response response) {
        int status = response.status();
        if (status < 400) {
            return new Answer(status, "", "");
        }
        var text = new String(response.body(), StandardCharsets.UTF_8);
        try {
            var document = Json.parse(text);
            return new Answer(
                    status,
                    document.textAt("reason").orElse(""),
                    document.textAt("message").orElse(""));
        } catch (JsonException _) {
            var line = text.lines().findFirst().orElse("");
            return new Answer(status, "", line.substring(0, Math.min(line.length(), LONGEST_LINE)));
        }
    }

    static Answer parse(String status, String reason, String message) {
        return new Answer(Integer.parseInt(status), reason, message);
    }

    String line(String name) {
        return String.join(
                "\t",
                name,
                Integer.toString(status),
                reason,
                message.replace("\t", " ").replace("\n", " "));
    }
}
