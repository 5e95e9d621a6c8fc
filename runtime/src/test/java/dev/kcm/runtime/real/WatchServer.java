package dev.kcm.runtime.real;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;

/// An API server of one ConfigMap over plain HTTP/1.1 that knows watches only. They end when the time they ask for is
/// up, on a clock, and leave the connection open for another.
public final class WatchServer implements AutoCloseable {
    private static final Pattern TIMEOUT = Pattern.compile("timeoutSeconds=(\\d+)");

    private final ServerSocket listener;
    private final Clock clock;
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

    @GuardedBy("this")
    private final List<Socket> sockets = new ArrayList<>();

    @GuardedBy("this")
    private final List<Socket> watching = new ArrayList<>();

    @GuardedBy("this")
    private long sent;

    public WatchServer(Clock clock) throws IOException {
        this.clock = clock;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// The targets of watches, in the order in which they were asked for and accepted.
    public BlockingQueue<String> requests() {
        return requests;
    }

    /// Bytes written to all clients.
    public synchronized long sent() {
        return sent;
    }

    /// Sends the object as changed to all who watch.
    public void change(int resourceVersion) {
        send("MODIFIED", resourceVersion, "");
    }

    public void bookmark(int resourceVersion) {
        send("BOOKMARK", resourceVersion, "");
    }

    public static Duration timeout(String target) {
        var matcher = TIMEOUT.matcher(target);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no time-out in " + target);
        }
        return Duration.ofSeconds(Long.parseLong(matcher.group(1)));
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
                var socket = listener.accept();
                synchronized (this) {
                    sockets.add(socket);
                }
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket;
                var in = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("GET ")) {
                    watch(socket, line.split(" ", -1)[1]);
                }
            }
        } catch (IOException _) {
            // the client is gone
        }
        synchronized (this) {
            watching.remove(socket);
        }
    }

    private void watch(Socket socket, String target) throws IOException {
        synchronized (this) {
            write(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
            watching.add(socket);
            if (target.contains("sendInitialEvents=true")) {
                write(socket, chunk("ADDED", 1, ""));
                write(socket, chunk("BOOKMARK", 1, ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}"));
            }
        }
        clock.after(timeout(target), () -> end(socket));
        requests.add(target);
    }

    /// Whoever was closed on the way, and has not been found out yet, gets nothing.
    private synchronized void send(String type, int resourceVersion, String more) {
        for (var socket : List.copyOf(watching)) {
            if (!isWritten(socket, chunk(type, resourceVersion, more))) {
                watching.remove(socket);
            }
        }
    }

    @GuardedBy("this")
    private boolean isWritten(Socket socket, String text) {
        try {
            write(socket, text);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private synchronized void end(Socket socket) {
        try {
            if (watching.remove(socket)) {
                write(socket, "0\r\n\r\n");
            }
        } catch (IOException _) {
            // the client is gone
        }
    }

    @GuardedBy("this")
    private void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        sent += text.length();
    }

    private static String chunk(String type, int resourceVersion, String more) {
        var line = """
            {"type":"%s","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"namespace":"default",\
            "name":"one","uid":"u","resourceVersion":"%d"%s}}}
            """.formatted(type, resourceVersion, more);
        return Integer.toHexString(line.length()) + "\r\n" + line + "\r\n";
    }
}
