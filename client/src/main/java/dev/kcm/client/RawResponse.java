package dev.kcm.client;

import java.nio.charset.StandardCharsets;

/// An answer nobody has interpreted.
public record RawResponse(int code, String contentType, byte[] body) {

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
