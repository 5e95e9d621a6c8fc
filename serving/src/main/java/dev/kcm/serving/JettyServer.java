package dev.kcm.serving;

import dev.kcm.base.Clock;
import dev.kcm.serving.tls.Tls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/// The library underneath. Its platform threads (a handful, daemons) read, parse and hand over;
/// each request then runs on a virtual thread. Open exchanges are kept so that stopping can end
/// them.
final class JettyServer {
    private static final ThreadFactory REQUESTS =
            Thread.ofVirtual().name("request-", 0).factory();
    private static final String REFERENCES_PER_CACHE_LINE = "org.eclipse.jetty.util.referencesPerCacheLine";
    private static final int MOST_IO_THREADS = 32;
    private static final int FEWEST_IO_THREADS = 3;

    private final org.eclipse.jetty.server.Server server;
    private final ServerConnector connector;
    private final InetSocketAddress address;
    private final ServerLimits limits;
    private final Clock clock;
    private final Handler handler;
    private final Set<JettyExchange> open = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closedOne = lock.newCondition();
    private volatile boolean stopping;

    private JettyServer(
            ServerSocketChannel socket, @Nullable Tls tls, ServerLimits limits, Clock clock, Handler handler)
            throws IOException {
        this.limits = limits;
        this.clock = clock;
        this.handler = handler;
        this.address = (InetSocketAddress) socket.getLocalAddress();
        LibraryLog.install();
        spareManagement();
        var threads = new QueuedThreadPool(MOST_IO_THREADS, FEWEST_IO_THREADS);
        threads.setName("serving-" + address.getPort());
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        server = new org.eclipse.jetty.server.Server(threads);
        connector = JettyConnector.on(server, socket, tls, limits, clock);
        server.addConnector(connector);
        server.setHandler(new Dispatch());
        server.setErrorHandler(new PlainErrors());
    }

    /// The library asks the management API, through MBeans, how wide references are, for a padding
    /// that the two queues here do not need: a quarter of the whole start-up unless it is told.
    private static void spareManagement() {
        if (System.getProperty(REFERENCES_PER_CACHE_LINE) == null) {
            System.setProperty(REFERENCES_PER_CACHE_LINE, "16");
        }
    }

    static JettyServer start(
            ServerSocketChannel socket, @Nullable Tls tls, ServerLimits limits, Clock clock, Handler handler)
            throws IOException {
        var jetty = new JettyServer(socket, tls, limits, clock, handler);
        try {
            jetty.server.start();
            return jetty;
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        } catch (Exception failed) {
            socket.close();
            throw new IOException("Cannot serve on " + jetty.address, failed);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    boolean stop(Duration timeout) {
        stopping = true;
        var unused = connector.shutdown(); // no new connections; HTTP/2 clients are told
        open.forEach(JettyExchange::end);
        boolean quiet = awaitQuiet(timeout);
        if (!quiet) {
            open.forEach(JettyExchange::interrupt);
        }
        try {
            server.stop();
        } catch (Exception failed) {
            throw new IllegalStateException("Cannot stop serving on " + address, failed);
        }
        return quiet;
    }

    private boolean awaitQuiet(Duration timeout) {
        var deadline = clock.deadlineIn(timeout);
        lock.lock();
        try {
            while (!open.isEmpty() && !deadline.hasPassed()) {
                var unused = closedOne.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return open.isEmpty();
    }

    private void serve(JettyExchange exchange, ClientConnection connection) {
        try {
            exchange.run(handler);
        } finally {
            open.remove(exchange);
            connection.end();
            if (stopping) {
                lock.lock();
                closedOne.signalAll();
                lock.unlock();
            }
        }
    }

    private final class Dispatch extends org.eclipse.jetty.server.Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            var connection = ClientConnection.of(request);
            connection.begin(request);
            var exchange = new JettyExchange(request, response, callback, limits);
            open.add(exchange);
            if (stopping) {
                exchange.end();
            }
            var thread = REQUESTS.newThread(() -> serve(exchange, connection));
            exchange.runsOn(thread);
            thread.start();
            return true;
        }
    }
}
