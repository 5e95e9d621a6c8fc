package dev.kcm.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Kept-alive connections to one server. The one used last is used next, so that a quiet time lets
/// the rest go. Long streams (watches) are outside the bound, and leave their connections to others when they end well.
///
/// Thread-safe; the lock guards the idle connections and is never held while blocking.
public final class HttpPool implements AutoCloseable {

    /// `idle` must be shorter than the server's own idle timeout (90 s for a kube-apiserver), or we
    /// would often pick a connection it is just closing. `age` lets load spread again over servers
    /// behind one address.
    public record Limits(int connections, Duration idle, Duration age, Duration dial, int longestHead) {
        public static final Limits USUAL =
                new Limits(128, Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofSeconds(30), 64 * 1024);
    }

    /// For how long after its last use nobody closes a connection for being idle.
    private static final Duration SURELY_OPEN = Duration.ofSeconds(1);

    /// The end of a connection shows at once to who reads; this is the shortest time one can read for.
    private static final Duration PATIENCE_WITH_END = Duration.ofMillis(1);

    private final Dialer dialer;
    private final Clock clock;
    private final Limits limits;
    private final IdleTimeout idleTimeout;
    private final DeadlineGuard guard;
    private final FairSemaphore permits;

    @GuardedBy("this")
    private final ArrayDeque<HttpConnection> idle = new ArrayDeque<>();

    @GuardedBy("this")
    private Clock.@Nullable Timer idleTimer;

    @GuardedBy("this")
    private boolean isClosed;

    private volatile int generation;

    public HttpPool(Dialer dialer, Clock clock, Limits limits, IdleTimeout idleTimeout) {
        this.dialer = dialer;
        this.clock = clock;
        this.limits = limits;
        this.idleTimeout = idleTimeout;
        this.guard = new DeadlineGuard(clock);
        this.permits = new FairSemaphore(limits.connections());
    }

    /// Sends `request` on a kept connection or a new one. The deadline holds until the response is
    /// closed.
    public HttpResponse send(HttpRequest request, Deadline deadline) throws IOException {
        return send(request, deadline, () -> true);
    }

    /// As above, but if `mayLeave` says no when there is a connection and nothing left to wait for,
    /// nothing is sent and this throws [RequestNotSentException].
    public HttpResponse send(HttpRequest request, Deadline deadline, BooleanSupplier mayLeave) throws IOException {
        if (!takePermit(deadline)) {
            throw new DeadlineExceededException("waiting for one of the pool's connections");
        }
        boolean complete = false;
        try {
            var exchange = exchangeOnSome(request, deadline, mayLeave, dialer);
            var response = respond(exchange.connection(), exchange.incoming());
            complete = true;
            return response;
        } finally {
            if (!complete) {
                permits.giveBack();
            }
        }
    }

    /// As [#send], but without waiting for one of the bounded number of connections. The
    /// deadline holds for the head alone; the reader of the body sets others.
    public HttpStream stream(HttpRequest request, Deadline deadline) throws IOException {
        long asked = clock.nanoTime();
        var exchange = exchangeOnSome(request, deadline, () -> true, dialer::dialStream);
        var connection = exchange.connection();
        var incoming = exchange.incoming();
        var response = new HttpResponse(
                incoming,
                connection.abortHandle(),
                () -> giveBack(connection, incoming.body().isAtEnd()));
        guard.relax(connection.abortHandle());
        return new HttpStream(response, connection, guard, idleTimeout, clock, asked);
    }

    /// Nothing more is sent on connections opened until now; those in use finish what they do.
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    public void renew() {
        List<HttpConnection> old;
        synchronized (this) {
            generation++;
            old = List.copyOf(idle);
            idle.clear();
        }
        old.forEach(this::discard);
    }

    public synchronized int idleConnections() {
        return idle.size();
    }

    /// Cuts everything, whatever is under way.
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            idle.clear();
            if (idleTimer != null) {
                idleTimer.cancel();
            }
        }
        guard.cutAll();
    }

    private boolean takePermit(Deadline deadline) throws InterruptedIOException {
        try {
            return permits.take(deadline);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for a connection");
        }
    }

    private record Exchange(HttpConnection connection, HttpConnection.Incoming incoming) {}

    /// A kept connection may have died unnoticed. If it did before anything of a response came, the
    /// request goes again on a new one when repeating it does no harm.
    private Exchange exchangeOnSome(HttpRequest request, Deadline deadline, BooleanSupplier mayLeave, Dialer way)
            throws IOException {
        var kept = takeIdle(request.isSafe());
        if (kept != null) {
            try {
                requireLeave(kept, mayLeave);
                return new Exchange(kept, exchange(kept, request, deadline));
            } catch (HttpProtocolException | DeadlineExceededException | RequestNotSentException failure) {
                throw failure;
            } catch (IOException failure) {
                boolean harmless = request.isSafe() || !kept.hasWritten();
                if (!harmless || Thread.currentThread().isInterrupted()) {
                    throw failure;
                }
            }
        }
        var fresh = dial(deadline, way);
        requireLeave(fresh, mayLeave);
        return new Exchange(fresh, exchange(fresh, request, deadline));
    }

    private void requireLeave(HttpConnection connection, BooleanSupplier mayLeave) throws RequestNotSentException {
        if (!mayLeave.getAsBoolean()) {
            discard(connection);
            throw new RequestNotSentException();
        }
    }

    private HttpResponse respond(HttpConnection connection, HttpConnection.Incoming incoming) {
        return new HttpResponse(incoming, connection.abortHandle(), () -> {
            giveBack(connection, incoming.body().isAtEnd());
            permits.giveBack();
        });
    }

    private HttpConnection.Incoming exchange(HttpConnection connection, HttpRequest request, Deadline deadline)
            throws IOException {
        guard.expect(connection.abortHandle(), deadline.atNanos());
        try {
            return connection.exchange(request);
        } catch (IOException failure) {
            discard(connection);
            throw connection.abortHandle().isLate()
                    ? new DeadlineExceededException("waiting for the response")
                    : failure;
        }
    }

    /// A request that cannot be repeated needs a connection of which we know more: one that has been idle for a while
    /// may have been closed without a word by something on the way.
    private @Nullable HttpConnection takeIdle(boolean isRepeatable) {
        while (true) {
            HttpConnection newest;
            synchronized (this) {
                newest = idle.pollLast();
            }
            if (newest == null) {
                return null;
            }
            boolean isSure = isRepeatable || clock.nanoTime() - newest.idleSince() < SURELY_OPEN.toNanos();
            if (isFit(newest) && !newest.isStale(isSure ? Duration.ZERO : PATIENCE_WITH_END)) {
                return newest;
            }
            discard(newest);
        }
    }

    private boolean isFit(HttpConnection connection) {
        long now = clock.nanoTime();
        return connection.isReusable()
                && connection.generation() == generation
                && now - connection.openedAt() < limits.age().toNanos()
                && now - connection.idleSince() < longestIdle().toNanos();
    }

    private Duration longestIdle() {
        return idleTimeout.allowedSilence(limits.idle());
    }

    private void giveBack(HttpConnection connection, boolean isBodyRead) {
        guard.relax(connection.abortHandle());
        connection.idleSince(clock.nanoTime());
        boolean kept = false;
        if (isBodyRead && isFit(connection)) {
            synchronized (this) {
                if (!isClosed) {
                    idle.addLast(connection);
                    kept = true;
                    if (idleTimer == null) {
                        idleTimer = clock.after(longestIdle(), this::closeIdle);
                    }
                }
            }
        }
        if (!kept) {
            discard(connection);
        }
    }

    private void closeIdle() {
        var unfit = new ArrayList<HttpConnection>();
        synchronized (this) {
            idle.removeIf(connection -> !isFit(connection) && unfit.add(connection));
            var oldest = idle.peekFirst();
            idleTimer = null;
            if (oldest != null && !isClosed) {
                long left = longestIdle().toNanos() - (clock.nanoTime() - oldest.idleSince());
                idleTimer = clock.after(Duration.ofNanos(Math.max(left, 1)), this::closeIdle);
            }
        }
        unfit.forEach(this::discard);
    }

    private HttpConnection dial(Deadline deadline, Dialer way) throws IOException {
        int current = generation;
        long now = clock.nanoTime();
        long until = Math.min(deadline.remaining().toNanos(), limits.dial().toNanos());
        if (until <= 0) {
            throw new DeadlineExceededException("about to connect");
        }
        var opened = new ArrayList<AbortHandle>(1);
        try {
            var line = way.dial(socket -> opened.add(guarded(socket, now + until)));
            var abortHandle = opened.removeLast();
            requireOpen(abortHandle);
            return new HttpConnection(line, abortHandle, current, now, limits.longestHead());
        } catch (IOException failure) {
            throw opened.stream().anyMatch(AbortHandle::isLate) ? new DeadlineExceededException("connecting") : failure;
        } finally {
            opened.forEach(this::discard);
        }
    }

    private AbortHandle guarded(Closeable socket, long deadline) {
        var abortHandle = new AbortHandle(socket);
        guard.guard(abortHandle);
        guard.expect(abortHandle, deadline);
        return abortHandle;
    }

    private void requireOpen(AbortHandle abortHandle) throws SocketException {
        synchronized (this) {
            if (!isClosed) {
                return;
            }
        }
        discard(abortHandle);
        throw new SocketException("The client is closed");
    }

    private void discard(HttpConnection connection) {
        discard(connection.abortHandle());
    }

    private void discard(AbortHandle abortHandle) {
        guard.forget(abortHandle);
        abortHandle.cut();
    }
}
