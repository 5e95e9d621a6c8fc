package dev.kcm.serving;

import java.io.IOException;
import java.io.OutputStream;

/// The body of a response sent piece by piece. `write` gathers, `flush` sends and waits until the
/// transport took it: a slow reader makes its own handler wait and nobody else. Closed by the
/// server when the handler returns.
public abstract class ResponseStream extends OutputStream {

    /// Whether writing has lost its purpose: the client left, or the server is stopping. A handler
    /// that sees this returns; while stopping, the client then gets a proper end.
    public abstract boolean isGone();

    /// Runs `task` once, on a thread of its own, as soon as [#isGone()] becomes true; at once if it
    /// is.
    public abstract void onGone(Runnable task);

    @Override
    public abstract void write(byte[] bytes, int offset, int length) throws IOException;

    @Override
    public void write(int oneByte) throws IOException {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    /// Sends what was written.
    ///
    /// @throws StreamGoneException when the client is no longer there
    @Override
    public abstract void flush() throws IOException;

    @Override
    public abstract void close() throws IOException;
}
