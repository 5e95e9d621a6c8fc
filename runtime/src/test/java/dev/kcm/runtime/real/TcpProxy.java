package dev.kcm.runtime.real;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Stands on loopback between a client and a server and does to connections what networks do.
public final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private volatile boolean isRefusing;

    private static final class Pair {
        final Socket near;
        final Socket far;
        volatile boolean isFrozen;

        Pair(Socket near, Socket far) {
            this.near = near;
            this.far = far;
        }

        void reset() {
            for (var socket : new Socket[] {near, far}) {
                try {
                    socket.setSoLinger(true, 0); // a reset, not a goodbye
                    socket.close();
                } catch (IOException _) {
                    // closed already
                }
            }
        }
    }

    public TcpProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// Resets every connection.
    public void resetAll() {
        pairs.forEach(Pair::reset);
        pairs.clear();
    }

    /// Resets every connection, those to come at once.
    public void refuse(boolean value) {
        isRefusing = value;
        if (value) {
            resetAll();
        }
    }

    /// Leaves every connection open and lets nothing more through, in either direction; new ones
    /// work.
    public void freezeAll() {
        pairs.forEach(pair -> pair.isFrozen = true);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        resetAll();
    }

    private void accept() {
        try {
            while (true) {
                var near = listener.accept();
                Thread.ofVirtual().start(() -> serve(near));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void serve(Socket near) {
        try (near;
                var far = new Socket(InetAddress.getLoopbackAddress(), target)) {
            var pair = new Pair(near, far);
            pairs.add(pair);
            if (isRefusing) {
                pair.reset();
            }
            var back = Thread.ofVirtual().start(() -> copy(pair, far, near));
            copy(pair, near, far);
            back.join();
            pairs.remove(pair);
        } catch (IOException _) {
            // the server is down: the client sees its connection close
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A frozen pair swallows what comes and hides that the other end is gone.
    private static void copy(Pair pair, Socket from, Socket to) {
        var buffer = new byte[64 * 1024];
        try {
            for (int count = from.getInputStream().read(buffer);
                    count >= 0;
                    count = from.getInputStream().read(buffer)) {
                if (!pair.isFrozen) {
                    to.getOutputStream().write(buffer, 0, count);
                }
            }
            if (!pair.isFrozen) {
                to.shutdownOutput();
            }
        } catch (IOException _) {
            if (!pair.isFrozen) {
                pair.reset();
            }
        }
    }
}
