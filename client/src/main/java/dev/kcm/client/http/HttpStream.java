package dev.kcm.client.http;

import dev.kcm.base.Clock;
import java.time.Duration;

/// A response that goes on for as long as the server likes. Before each wait its reader says how
/// long silence may last. [#close] may be called by any thread and ends a blocked read.
public final class HttpStream implements AutoCloseable {
    private final HttpResponse response;
    private final AbortHandle abortHandle;
    private final DeadlineGuard guard;
    private final Clock clock;

    HttpStream(HttpResponse response, AbortHandle abortHandle, DeadlineGuard guard, Clock clock) {
        this.response = response;
        this.abortHandle = abortHandle;
        this.guard = guard;
        this.clock = clock;
    }

    public HttpResponse response() {
        return response;
    }

    /// If `silence` passes before the next call, the stream is cut and its reader fails with
    /// [DeadlineExceededException].
    public void allowSilence(Duration silence) {
        guard.expect(abortHandle, clock.nanoTime() + silence.toNanos());
    }

    @Override
    public void close() {
        abortHandle.cut();
        guard.forget(abortHandle);
    }
}
