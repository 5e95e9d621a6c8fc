package dev.kcm.client.tls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/// A socket that asks the kernel for more than the five bytes of a TLS record's head at a time, and
/// whose silence the kernel probes: a peer that vanished is noticed after about forty seconds even
/// if we only listen.
final class BufferedSocket extends Socket {
    private static final int READ_SIZE = 8 * 1024;
    private static final int PROBE_AFTER_SECONDS = 20;
    private static final int PROBE_EVERY_SECONDS = 5;
    private static final int PROBES = 4;

    @GuardedBy("this")
    private @Nullable InputStream buffered;

    void prepare() throws IOException {
        setTcpNoDelay(true);
        setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        if (supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            setOption(ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_AFTER_SECONDS);
            setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_EVERY_SECONDS);
            setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        }
    }

    @Override
    public synchronized InputStream getInputStream() throws IOException {
        if (buffered == null) {
            buffered = new BufferedInputStream(super.getInputStream(), READ_SIZE);
        }
        return buffered;
    }

    /// Whether the peer has sent anything we have not read, such as the end of the TLS session; or, if it is given some
    /// `patience`, has closed the connection without a word.
    boolean hasUnread(Duration patience) {
        try {
            return getInputStream().available() > 0 || (patience.isPositive() && hasEnded(patience));
        } catch (IOException _) {
            return true;
        }
    }

    private boolean hasEnded(Duration patience) throws IOException {
        setSoTimeout(Math.toIntExact(patience.toMillis()));
        try {
            var _ = getInputStream().read(); // the end, or something that was not asked for
            return true;
        } catch (SocketTimeoutException _) {
            return false;
        } finally {
            setSoTimeout(0);
        }
    }
}
