package dev.kcm.client.http;

import java.io.IOException;

/// Nothing was sent: the caller may not write any more.
public final class RequestNotSentException extends IOException {
    private static final long serialVersionUID = 1;

    RequestNotSentException() {
        super("held back");
    }
}
