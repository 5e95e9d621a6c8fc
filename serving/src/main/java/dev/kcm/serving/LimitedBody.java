package dev.kcm.serving;

import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// A request's body that fails once it is longer than allowed; a body that says so beforehand fails
/// before the first byte is read. Keeps the failure, so that a client's fault can be told from
/// ours.
final class LimitedBody extends InputStream {
    private static final int CHUNK = 16 << 10;

    private final Request request;
    private final long limit;
    private @Nullable InputStream source;
    private long taken;
    private @Nullable IOException failure;

    LimitedBody(Request request, long limit) {
        this.request = request;
        this.limit = limit;
    }

    @Nullable
    IOException failure() {
        return failure;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        try {
            count = source().read(bytes, offset, length);
        } catch (IOException broken) {
            failure = broken;
            throw broken;
        }
        taken += Math.max(0, count);
        if (taken > limit) {
            throw new BodyTooLargeException(limit);
        }
        return count;
    }

    private InputStream source() throws IOException {
        var open = source;
        if (open == null) {
            if (request.getLength() > limit) {
                throw new BodyTooLargeException(limit);
            }
            open = Content.Source.asInputStream(request);
            source = open;
        }
        return open;
    }

    /// Reads and forgets what the client is still sending, up to the same limit. Closing a connection with
    /// unread bytes resets it, and a client that is still sending would lose our answer with it.
    void drain() {
        if (request.getHeaders().contains(HttpHeader.EXPECT) || (source == null && isWholeHere())) {
            return; // it waits for our leave, or sends nothing more
        }
        try {
            var rest = source == null ? Content.Source.asInputStream(request) : source;
            var forgotten = new byte[CHUNK];
            long left = limit;
            for (int count = 0; count >= 0 && left > 0; left -= count) {
                count = rest.read(forgotten);
            }
        } catch (IOException _) {
            // it stopped sending by itself
        }
    }

    /// Almost every request: nothing is set up to read more.
    private boolean isWholeHere() {
        var first = request.read();
        if (first == null) {
            return false;
        }
        boolean isLast = first.isLast();
        first.release();
        return isLast;
    }
}
