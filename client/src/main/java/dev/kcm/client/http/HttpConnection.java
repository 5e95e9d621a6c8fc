package dev.kcm.client.http;

import java.io.IOException;
import java.time.Duration;

/// One kept-alive connection. Owned by one thread at a time; [#abortHandle] may be cut by any.
final class HttpConnection {
    private static final int LARGEST_SINGLE_WRITE = 16 * 1024;

    private final DialedConnection line;
    private final WireInput in;
    private final AbortHandle abortHandle;
    private final int generation;
    private final long openedAt;
    private long idleSince;
    private boolean hasWritten;
    private boolean isBroken;

    HttpConnection(DialedConnection line, AbortHandle abortHandle, int generation, long now, int longestHead) {
        this.line = line;
        this.in = new WireInput(line.in(), longestHead);
        this.abortHandle = abortHandle;
        this.generation = generation;
        this.openedAt = now;
    }

    AbortHandle abortHandle() {
        return abortHandle;
    }

    int generation() {
        return generation;
    }

    long openedAt() {
        return openedAt;
    }

    long idleSince() {
        return idleSince;
    }

    void idleSince(long now) {
        idleSince = now;
    }

    /// Whether any byte of the last request may have left.
    boolean hasWritten() {
        return hasWritten;
    }

    /// Whether another request may follow.
    boolean isReusable() {
        return !isBroken && !abortHandle.isCut();
    }

    boolean isStale(Duration patience) {
        return abortHandle.isCut() || in.hasBuffered() || line.stale().isStale(patience);
    }

    /// Whether something of a response under way has arrived that nobody has taken.
    boolean hasUnread() throws IOException {
        return in.hasBuffered() || line.in().available() > 0 || line.stale().isStale(Duration.ZERO);
    }

    /// Sends the request and reads the head of the incoming.
    Incoming exchange(HttpRequest request) throws IOException {
        boolean complete = false;
        hasWritten = false;
        try {
            write(request);
            var head = ResponseHead.read(in);
            var body = Body.framed(head.framing(request.method()), in);
            isBroken = !head.keepsConnection();
            complete = true;
            return new Incoming(head, body);
        } finally {
            if (!complete) {
                isBroken = true;
            }
        }
    }

    record Incoming(ResponseHead head, Body body) {}

    private void write(HttpRequest request) throws IOException {
        var head = request.head();
        var body = request.body();
        hasWritten = true;
        if (body.length == 0) {
            line.out().write(head);
        } else if (head.length + body.length <= LARGEST_SINGLE_WRITE) {
            var both = new byte[head.length + body.length];
            System.arraycopy(head, 0, both, 0, head.length);
            System.arraycopy(body, 0, both, head.length, body.length);
            line.out().write(both);
        } else {
            line.out().write(head);
            line.out().write(body);
        }
        line.out().flush();
    }
}
