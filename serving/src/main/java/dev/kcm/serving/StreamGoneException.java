package dev.kcm.serving;

import java.io.IOException;

/// The client is no longer there to read. Nothing to report: handlers let it pass.
public final class StreamGoneException extends IOException {
    StreamGoneException(Throwable cause) {
        super("The client has gone", cause);
    }
}
