package dev.kcm.serving;

import java.io.IOException;

/// Handles requests. Called on a virtual thread per request, so it may block. A filter is a
/// function from handler to handler; what it learns (the user, the audit id) it passes on in a
/// `ScopedValue`.
///
/// A handler that throws before it responds gets a 500 sent in its name ([BodyTooLargeException]: a
/// 413); one that throws in the middle of a stream has the stream cut, so that the client cannot
/// take it for a complete response.
@FunctionalInterface
public interface Handler {
    void handle(Exchange exchange) throws IOException, InterruptedException;
}
