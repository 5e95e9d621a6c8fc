package dev.kcm.serving;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/// A client's connection, which is closed when it does not get on with a request. The library's idle
/// time does not see to that: any byte begins it anew, so that one byte from time to time would hold a
/// connection for ever. Here only whole requests count:
///
/// - the head of the first is due within the header time, counted from when the connection was
///   accepted, so that handshakes end as well;
/// - while requests are under way nothing is due;
/// - afterwards the connection may rest for the idle time; over HTTP/1.1 the first byte of another
///   request gives it the header time from there, over HTTP/2 pings and the like give it nothing.
///
/// Its methods are called from any thread; the state is guarded by the object itself.
final class ClientConnection extends SocketChannelEndPoint {
    /// How long an HTTP/2 client that was told to go may take.
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final ServerLimits limits;
    private final Clock clock;
    private final InetSocketAddress address;
    private volatile boolean isResting;

    @GuardedBy("this")
    private int requests;

    @GuardedBy("this")
    private long waitingSince;

    @GuardedBy("this")
    private @Nullable HTTP2Connection http2;

    @GuardedBy("this")
    private Clock.@Nullable Timer timer;

    @GuardedBy("this")
    private boolean isClosed;

    ClientConnection(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler scheduler,
            ServerLimits limits,
            Clock clock)
            throws IOException {
        super(channel, selector, key, scheduler);
        this.limits = limits;
        this.clock = clock;
        this.address = (InetSocketAddress) channel.getRemoteAddress();
        this.waitingSince = clock.nanoTime();
    }

    /// The connection that a request came by.
    static ClientConnection of(Request request) {
        EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
        while (end instanceof EndPoint.Wrapper outer) {
            end = outer.unwrap();
        }
        return (ClientConnection) end;
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        await(limits.headerTime());
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        int count = super.fill(buffer);
        if (count > 0 && isResting) {
            receive();
        }
        return count;
    }

    /// The head of a request is here.
    synchronized void begin(Request request) {
        requests++;
        isResting = false;
        cancelTimer();
        var metadata = request.getConnectionMetaData();
        if (metadata.getHttpVersion() == HttpVersion.HTTP_2) {
            Connection connection = metadata.getConnection();
            http2 = (HTTP2Connection) connection;
        }
    }

    /// A request is done with.
    synchronized void end() {
        requests--;
        if (requests == 0 && !isClosed) {
            await(limits.idle());
            isResting = http2 == null;
        }
    }

    /// How it is at this moment, for the choice of one to close.
    synchronized OpenConnections.Candidate candidate() {
        return new OpenConnections.Candidate(this, address.getAddress(), requests == 0, waitingSince);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        synchronized (this) {
            isClosed = true;
            isResting = false;
            cancelTimer();
        }
        super.onClose(cause);
    }

    private synchronized void receive() {
        if (isResting) {
            isResting = false;
            await(limits.headerTime());
        }
    }

    private synchronized void await(Duration time) {
        cancelTimer();
        waitingSince = clock.nanoTime();
        timer = clock.after(time, () -> Thread.ofVirtual().name("slow-client").start(this::giveUp));
    }

    @GuardedBy("this")
    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    /// A client that may have a request on its way over HTTP/2 is told that it was not taken.
    private void giveUp() {
        HTTP2Connection told;
        synchronized (this) {
            if (requests > 0 || isClosed) {
                return;
            }
            told = http2;
            http2 = null;
            if (told != null) {
                timer = clock.after(FAREWELL, this::close);
            }
        }
        if (told == null) {
            close();
        } else {
            told.getSession().close(ErrorCode.NO_ERROR.code, "idle_timeout", Callback.NOOP);
        }
    }
}
