package dev.kcm.client.http;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/// An open connection to the server, encrypted or not, made by a [Dialer].
public record DialedConnection(InputStream in, OutputStream out, Stale stale) {

    /// Checks whether an idle connection is readable: a peer that owes us no response can only be closing it.
    @FunctionalInterface
    public interface Stale {
        /// @param patience how long to wait for the peer's end of the connection; zero for not at all, which notices
        ///   only a peer that said good-bye
        boolean isStale(Duration patience);
    }
}
