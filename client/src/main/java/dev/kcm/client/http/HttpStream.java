package dev.kcm.client.http;

import dev.kcm.base.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// A response that goes on for as long as the server likes. Before each wait its reader says how
/// long silence may last, and after each that something came. [#close] may be called by any thread and ends a
/// blocked read; all else belongs to the reader.
public final class HttpStream implements AutoCloseable {
    private final HttpResponse response;
    private final HttpConnection connection;
    private final AbortHandle abortHandle;
    private final DeadlineGuard guard;
    private final IdleTimeout idleTimeout;
    private final Clock clock;
    private final AtomicBoolean isOver = new AtomicBoolean();
    private long lastHeard;
    private long longestSilence;

    /// @param asked when the request was sent, before which the connection was not quiet
    HttpStream(
            HttpResponse response,
            HttpConnection connection,
            DeadlineGuard guard,
            IdleTimeout idleTimeout,
            Clock clock,
            long asked) {
        this.response = response;
        this.connection = connection;
        this.abortHandle = connection.abortHandle();
        this.guard = guard;
        this.idleTimeout = idleTimeout;
        this.clock = clock;
        this.lastHeard = asked;
    }

    public HttpResponse response() {
        return response;
    }

    /// If `silence` passes before the next call, the stream is cut and its reader fails with
    /// [DeadlineExceededException].
    public void allowSilence(Duration silence) {
        guard.expect(abortHandle, clock.nanoTime() + silence.toNanos());
    }

    /// Waits for `time` if nothing has come that was not read, so that several things can be read at once then.
    public void gather(Duration time) throws IOException, InterruptedException {
        if (!connection.hasUnread()) {
            clock.sleep(time);
        }
    }

    /// Part of the response was read.
    public void heard() {
        long now = clock.nanoTime();
        longestSilence = Math.max(longestSilence, now - lastHeard);
        lastHeard = now;
    }

    /// Whether reading failed because the other side closed a connection that had been quiet for long: nothing that was
    /// sent is lost, and nothing is wrong with the server. The time is remembered.
    public boolean isClosedForQuiet(IOException failure) {
        var silence = Duration.ofNanos(clock.nanoTime() - lastHeard);
        boolean isClosedByPeer = !abortHandle.isCut() && !(failure instanceof HttpProtocolException);
        if (!isClosedByPeer || silence.compareTo(IdleTimeout.SHORTEST) < 0) {
            return false;
        }
        idleTimeout.outlived(Duration.ofNanos(longestSilence));
        idleTimeout.closedAfter(silence);
        return true;
    }

    /// The body was read to its end: another request may follow on the connection.
    public void finish() {
        if (isOver.compareAndSet(false, true)) {
            heard();
            idleTimeout.outlived(Duration.ofNanos(longestSilence));
            response.close();
        }
    }

    @Override
    public void close() {
        if (isOver.compareAndSet(false, true)) {
            abortHandle.cut();
            guard.forget(abortHandle);
        }
    }
}
