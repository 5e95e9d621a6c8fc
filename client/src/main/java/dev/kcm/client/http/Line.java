package dev.kcm.client.http;

import java.io.InputStream;
import java.io.OutputStream;

/// An open way to the server, encrypted or not, made by a [Dialer].
public record Line(InputStream in, OutputStream out, Stale stale) {

    /// Tells, without blocking, whether an idle connection has something to say: a peer that owes
    /// us no answer can only be announcing its end.
    @FunctionalInterface
    public interface Stale {
        boolean isStale();
    }
}
