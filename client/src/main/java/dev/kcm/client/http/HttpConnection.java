package dev.kcm.client.http;

import java.io.IOException;

/// One kept-alive connection. Owned by one thread at a time; [#lifeline] may be cut by any.
final class HttpConnection {
    private static final int LARGEST_SINGLE_WRITE = 16 * 1024;

    private final Line line;
    private final WireInput in;
    private final Lifeline lifeline;
    private final int generation;
    private final long openedAt;
    private long idleSince;
    private int exchanges;
    private boolean hasWritten;
    private boolean isBroken;

    HttpConnection(Line line, Lifeline lifeline, int generation, long now, int longestHead) {
        this.line = line;
        this.in = new WireInput(line.in(), longestHead);
        this.lifeline = lifeline;
        this.generation = generation;
        this.openedAt = now;
    }

    Lifeline lifeline() {
        return lifeline;
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

    /// Whether it has served before: only then may a failure be the old connection's fault.
    boolean isUsed() {
        return exchanges > 0;
    }

    /// Whether any byte of the last request may have left.
    boolean hasWritten() {
        return hasWritten;
    }

    /// Whether another request may follow.
    boolean isReusable() {
        return !isBroken && !lifeline.isCut();
    }

    boolean isStale() {
        return lifeline.isCut() || in.hasBuffered() || line.stale().isStale();
    }

    /// Sends the request and reads the head of the answer.
    Answer exchange(HttpRequest request) throws IOException {
        boolean complete = false;
        hasWritten = false;
        try {
            write(request);
            var head = ResponseHead.read(in);
            var body = Body.framed(head.framing(request.method()), in);
            exchanges++;
            isBroken = !head.keepsConnection();
            complete = true;
            return new Answer(head, body);
        } finally {
            if (!complete) {
                isBroken = true;
            }
        }
    }

    record Answer(ResponseHead head, Body body) {}

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
