package dev.kcm.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Gathers small writes and sends them at a flush or when there are many. Used by one thread, all
/// but [#isGone()] and [#onGone(Runnable)].
final class JettyStream extends ResponseStream {
    private static final int FIRST_BYTES = 1 << 10;
    private static final int MOST_BYTES = 32 << 10;

    private final JettyExchange exchange;
    private final Disconnection departure;
    private byte[] gathered = new byte[FIRST_BYTES];
    private int length;
    private boolean begun;
    private boolean closed;

    JettyStream(JettyExchange exchange, Disconnection departure) {
        this.exchange = exchange;
        this.departure = departure;
    }

    @Override
    public boolean isGone() {
        return departure.hasHappened();
    }

    @Override
    public void onGone(Runnable task) {
        departure.then(task);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (closed) {
            throw new IOException("The stream is closed");
        }
        if (length + count > MOST_BYTES) {
            flush();
        }
        if (count > MOST_BYTES) {
            exchange.send(false, ByteBuffer.wrap(bytes, offset, count));
            begun = true;
            return;
        }
        if (length + count > gathered.length) {
            gathered = Arrays.copyOf(gathered, Math.max(length + count, 2 * gathered.length));
        }
        System.arraycopy(bytes, offset, gathered, length, count);
        length += count;
    }

    /// The first flush sends the head of the response even when nothing was written.
    @Override
    public void flush() throws IOException {
        if (closed || (length == 0 && begun)) {
            return;
        }
        exchange.send(false, ByteBuffer.wrap(gathered, 0, length));
        begun = true;
        length = 0;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            exchange.send(true, ByteBuffer.wrap(gathered, 0, length));
        }
    }
}
