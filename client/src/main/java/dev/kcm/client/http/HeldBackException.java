package dev.kcm.client.http;

import java.io.IOException;

/// Nothing was sent, because whoever asked may not send any more.
public final class HeldBackException extends IOException {
    private static final long serialVersionUID = 1;

    HeldBackException() {
        super("held back");
    }
}
