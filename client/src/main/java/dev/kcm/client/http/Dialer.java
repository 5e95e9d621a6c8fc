package dev.kcm.client.http;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/// Opens connections to one server.
@FunctionalInterface
public interface Dialer {

    /// Connects, and shakes hands where the line is encrypted. Each socket is shown to `opened`
    /// before it is used, so that whoever called can cut it short from another thread.
    DialedConnection dial(Consumer<Closeable> opened) throws IOException;

    /// As [#dial], for a long stream, which can wait until less is going on.
    default DialedConnection dialStream(Consumer<Closeable> opened) throws IOException {
        return dial(opened);
    }
}
