package dev.kcm.client.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A server whose behaviour on each connection is a piece of test code. Requests are read off the
/// wire without help from the code under test.
public final class ScriptedServer implements AutoCloseable {

    /// What happens on one connection.
    @FunctionalInterface
    public interface Script {
        void run(Peer peer) throws Exception;
    }

    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final Script script;

    private ScriptedServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    public static ScriptedServer playing(Script script) {
        try {
            return on(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    public static ScriptedServer on(ServerSocket listener, Script script) {
        return new ScriptedServer(listener, script);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public int connections() {
        return accepted.get();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (var socket : sockets) {
                socket.close();
            }
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private void accept() {
        try {
            while (true) {
                var socket = listener.accept();
                sockets.add(socket);
                int number = accepted.incrementAndGet();
                Thread.ofVirtual().start(() -> play(socket, number));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void play(Socket socket, int number) {
        try (socket) {
            script.run(new Peer(socket, number, new BufferedInputStream(socket.getInputStream())));
        } catch (Exception _) {
            // the test looks at what the client made of it
        }
    }

    /// The server's end of one connection; `number` counts connections from 1.
    public record Peer(Socket socket, int number, InputStream in) {

        /// The next request: request line and headers, then the body; `""` at the end.
        public String request() throws IOException {
            var head = new StringBuilder();
            while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
                int next = in.read();
                if (next < 0) {
                    return "";
                }
                head.append((char) next);
            }
            int length = head.toString()
                    .lines()
                    .filter(line -> line.startsWith("Content-Length: "))
                    .mapToInt(line -> Integer.parseInt(line.substring(16)))
                    .findFirst()
                    .orElse(0);
            return head + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        }

        public void answer(String body) throws IOException {
            send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        }

        public void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        }

        /// Answers every request with its own first line.
        public void echo() throws IOException {
            for (var request = request(); !request.isEmpty(); request = request()) {
                answer(request.lines().findFirst().orElseThrow());
            }
        }

        /// Waits until the client hangs up.
        public void awaitEnd() throws IOException {
            while (in.read() >= 0) {
                // whatever comes
            }
        }
    }
}
