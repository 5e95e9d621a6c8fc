package dev.kcm.serving;

import java.io.IOException;

/// A request's body is larger than the server takes.
public final class BodyTooLargeException extends IOException {
    private final long limit;

    BodyTooLargeException(long limit) {
        super("Request entity too large: limit is " + limit);
        this.limit = limit;
    }

    public long limit() {
        return limit;
    }
}
