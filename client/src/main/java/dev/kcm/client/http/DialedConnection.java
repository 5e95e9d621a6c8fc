package dev.kcm.client.http;

import java.io.InputStream;
import java.io.OutputStream;

/// An open connection to the server, encrypted or not, made by a [Dialer].
public record DialedConnection(InputStream in, OutputStream out, Stale stale) {

    /// Checks, without blocking, whether an idle connection is readable: a peer that owes
    /// us no response can only be closing it.
    @FunctionalInterface
    public interface Stale {
        boolean isStale();
    }
}
