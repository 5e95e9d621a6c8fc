package dev.kcm.client;

import java.nio.charset.StandardCharsets;

/// A response as it came.
public record RawResponse(int code, String contentType, byte[] body) {

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
