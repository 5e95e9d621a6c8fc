package dev.kcm.client.http;

import java.io.IOException;

/// The exchange was cut off because its deadline passed. Whether the server acted on the request is
/// not known.
public final class DeadlineExceededException extends IOException {

    public DeadlineExceededException(String stage) {
        super("The deadline passed while " + stage);
    }
}
