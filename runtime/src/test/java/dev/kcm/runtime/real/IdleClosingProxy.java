package dev.kcm.runtime.real;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A TCP load balancer on loopback with an idle time-out, as kubeadm's sample for HAProxy has one: a connection on
/// which nothing was sent for so long, in either direction, is closed on both sides without a word. Time is a clock's.
public final class IdleClosingProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final Clock clock;
    private final List<Socket> sockets = new ArrayList<>();

    @GuardedBy("this")
    private Duration idleTimeout;

    @GuardedBy("this")
    private long delivered;

    @GuardedBy("this")
    private int opened;

    @GuardedBy("this")
    private int closedIdle;

    public IdleClosingProxy(int target, Duration idleTimeout, Clock clock) throws IOException {
        this.target = target;
        this.idleTimeout = idleTimeout;
        this.clock = clock;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// Holds from the next byte on.
    public synchronized void idleTimeout(Duration value) {
        idleTimeout = value;
    }

    /// Connections that clients have opened.
    public synchronized int opened() {
        return opened;
    }

    /// Connections that were quiet for too long.
    public synchronized int closedIdle() {
        return closedIdle;
    }

    /// Waits until clients were sent so many bytes altogether.
    public synchronized void awaitDelivered(long bytes) throws InterruptedException {
        while (delivered < bytes) {
            wait();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        synchronized (this) {
            for (var socket : sockets) {
                socket.close();
            }
        }
    }

    private void accept() {
        try {
            while (true) {
                var near = listener.accept();
                var far = new Socket(InetAddress.getLoopbackAddress(), target);
                var pair = new Pair(near, far);
                synchronized (this) {
                    opened++;
                    sockets.add(near);
                    sockets.add(far);
                }
                pair.stir();
                Thread.ofVirtual().start(() -> pair.copy(near, far));
                Thread.ofVirtual().start(() -> pair.copy(far, near));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private final class Pair {
        private final Socket near;
        private final Socket far;
        private Clock.Timer idle = () -> {};

        Pair(Socket near, Socket far) {
            this.near = near;
            this.far = far;
        }

        void copy(Socket from, Socket to) {
            var buffer = new byte[64 * 1024];
            try {
                for (int count = from.getInputStream().read(buffer);
                        count >= 0;
                        count = from.getInputStream().read(buffer)) {
                    stir();
                    to.getOutputStream().write(buffer, 0, count);
                    if (to.equals(near)) {
                        delivered(count);
                    }
                }
            } catch (IOException _) {
                // one side has closed, so the other is closed, too
            }
            end();
        }

        void stir() {
            synchronized (IdleClosingProxy.this) {
                idle.cancel();
                idle = clock.after(idleTimeout, this::endIdle);
            }
        }

        private void endIdle() {
            synchronized (IdleClosingProxy.this) {
                closedIdle++;
            }
            end();
        }

        private void end() {
            synchronized (IdleClosingProxy.this) {
                idle.cancel();
            }
            try {
                near.close();
                far.close();
            } catch (IOException _) {
                // as good as closed
            }
        }
    }

    private synchronized void delivered(int count) {
        delivered += count;
        notifyAll();
    }
}
