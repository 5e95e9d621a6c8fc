package dev.kcm.client.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// A response whose head has been read. Closing it hands the connection back if the body was read
/// to its end, and drops it otherwise. Used by one thread; [#abort] may be called by any.
public final class HttpResponse implements AutoCloseable {
    private static final int FIRST_GUESS = 4 * 1024;
    private static final int LARGEST_TRUSTED_LENGTH = 1024 * 1024;

    private final HttpConnection.Incoming incoming;
    private final Runnable handBack;
    private final AbortHandle abortHandle;
    private boolean isClosed;

    HttpResponse(HttpConnection.Incoming incoming, AbortHandle abortHandle, Runnable handBack) {
        this.incoming = incoming;
        this.abortHandle = abortHandle;
        this.handBack = handBack;
    }

    public int status() {
        return incoming.head().status();
    }

    public Headers headers() {
        return incoming.head().headers();
    }

    /// Reading fails with [DeadlineExceededException] once the exchange is late.
    public InputStream body() {
        return new Translated();
    }

    /// The whole body; fails when it is longer than `most`.
    public byte[] readAll(int most) throws IOException {
        var body = incoming.body();
        long expected = body.expected();
        if (expected > most) {
            throw new HttpProtocolException("a body of " + expected + " bytes");
        }
        // A length is a claim until the bytes are here.
        var bytes = new byte[(int) (expected >= 0 ? Math.min(expected, LARGEST_TRUSTED_LENGTH) : FIRST_GUESS)];
        int length = 0;
        while (!body.isAtEnd()) {
            if (length == bytes.length) {
                if (length >= most) {
                    throw new HttpProtocolException("a body of more than " + most + " bytes");
                }
                bytes = Arrays.copyOf(bytes, (int) Math.min(most, Math.max(64L, 2L * length)));
            }
            int read = read(bytes, length, bytes.length - length);
            if (read > 0) {
                length += read;
            }
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    boolean isAtEnd() {
        return incoming.body().isAtEnd();
    }

    /// Ends the exchange from any thread; a blocked read fails.
    public void abort() {
        abortHandle.cut();
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            handBack.run();
        }
    }

    private int read(byte[] into, int offset, int length) throws IOException {
        try {
            return incoming.body().read(into, offset, length);
        } catch (IOException failure) {
            throw abortHandle.isLate() ? new DeadlineExceededException("reading the response") : failure;
        }
    }

    private final class Translated extends InputStream {
        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return HttpResponse.this.read(into, offset, length);
        }
    }
}
