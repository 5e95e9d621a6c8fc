package dev.kcm.serving;

import java.io.IOException;

/// The client has disconnected. Nothing to report: handlers let it pass.
public final class StreamGoneException extends IOException {
    StreamGoneException(Throwable cause) {
        super("The client has gone", cause);
    }
}
