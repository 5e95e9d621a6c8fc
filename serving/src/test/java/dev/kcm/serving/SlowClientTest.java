package dev.kcm.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient.Version;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Clients that hold a connection and do not get on with it. The header deadline is scaled down; the
/// idle time is what it always is, so that it cannot be what cuts them.
@Timeout(120)
class SlowClientTest {
    private static final Duration DEADLINE = Duration.ofMillis(700);
    private static final ServerLimits QUICK = ServerLimits.DEFAULT.withHeaderTime(DEADLINE);
    private static final int PACE_MILLIS = 50;
    private static final int MOST_BYTES = 400;
    private static final String GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final Handler OK = exchange -> exchange.respondText(200, "ok");

    @Test
    void a_request_head_that_comes_byte_by_byte_is_cut_at_the_deadline_and_others_are_served() throws Exception {
        try (var server = Clients.secure().limits(QUICK).start(OK);
                var client = Clients.of(Version.HTTP_1_1);
                var slow = tls(server)) {
            send(slow, "GET / HTTP/1.1\r\nX: ");
            assertThat(Clients.get(client, server, "/").body()).isEqualTo("ok");
            assertThat(isCutWhileDribbling(slow)).isTrue();
            assertThat(Clients.get(client, server, "/").body()).isEqualTo("ok");
        }
    }

    @Test
    void a_second_request_that_comes_byte_by_byte_is_cut_as_well() throws Exception {
        try (var server = Clients.secure().limits(QUICK).start(OK);
                var slow = tls(server)) {
            ask(slow);
            send(slow, "GET / HTTP/1.1\r\nX: ");
            assertThat(isCutWhileDribbling(slow)).isTrue();
        }
    }

    @Test
    void a_handshake_that_never_ends_is_cut_at_the_deadline() throws Exception {
        try (var server = Clients.secure().limits(QUICK).start(OK);
                var slow = new Socket("127.0.0.1", server.address().getPort())) {
            slow.getOutputStream().write(new byte[] {0x16, 3, 1, 2, 0, 1}); // a hello of 512 bytes begins
            assertThat(isCutWhileDribbling(slow)).isTrue();
        }
    }

    @Test
    void resting_connections_and_requests_under_way_outlive_the_header_deadline() throws Exception {
        var proceed = new CountDownLatch(1);
        var answer = new LinkedBlockingQueue<String>();
        Handler patient = exchange -> {
            if (exchange.path().equals("/wait")) {
                proceed.await();
            }
            exchange.respondText(200, "ok");
        };
        try (var server = Clients.secure().limits(QUICK).start(patient);
                var client = Clients.of(Version.HTTP_2);
                var resting = tls(server)) {
            ask(resting);
            var asker = Thread.startVirtualThread(() -> answer.add(Clients.body(client, server, "/wait")));
            try (var slow = tls(server)) { // younger than both, and cut
                send(slow, "G");
                assertThat(isCutWhileDribbling(slow)).isTrue();
            }
            ask(resting);
            proceed.countDown();
            assertThat(answer.poll(20, TimeUnit.SECONDS)).isEqualTo("ok");
            asker.join();
        }
    }

    @Test
    void pings_do_not_keep_an_http2_connection_without_requests() throws Exception {
        var limits = ServerLimits.DEFAULT.withIdle(DEADLINE);
        try (var server = Clients.secure().limits(limits).start(OK);
                var socket = Http2Frames.connect(server)) {
            socket.getOutputStream().write(Http2Frames.get(1));
            socket.setSoTimeout(PACE_MILLIS);
            assertThat(isToldToGoWhilePinging(socket)).isTrue();
        }
    }

    @Test
    void connections_beyond_the_limit_close_those_that_only_wait() throws Exception {
        int limit = 8;
        var silent = new ArrayList<Socket>();
        try (var server = Clients.secure()
                        .limits(ServerLimits.DEFAULT.withConnections(limit))
                        .start(OK);
                var client = Clients.of(Version.HTTP_1_1)) {
            for (int i = 0; i < 3 * limit; i++) {
                silent.add(new Socket("127.0.0.1", server.address().getPort()));
                assertThat(Clients.get(client, server, "/healthz").body()).isEqualTo("ok");
            }
            assertThat(leftOf(silent, limit)).hasSizeLessThanOrEqualTo(limit);
        } finally {
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void connections_that_come_at_once_do_not_close_the_same_one() throws Exception {
        int limit = 8;
        var silent = new ConcurrentLinkedQueue<Socket>();
        try (var server = Clients.secure()
                .limits(ServerLimits.DEFAULT.withConnections(limit))
                .start(OK)) {
            try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 20 * limit; i++) {
                    callers.submit(() ->
                            silent.add(new Socket("127.0.0.1", server.address().getPort())));
                }
            }
            assertThat(silent).hasSize(20 * limit);
            assertThat(leftOf(silent, limit)).hasSizeLessThanOrEqualTo(limit);
        } finally {
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void a_connection_with_a_request_under_way_is_not_closed_for_another_of_its_address() throws Exception {
        var begun = new CountDownLatch(1);
        var proceed = new CountDownLatch(1);
        Handler patient = exchange -> {
            begun.countDown();
            proceed.await();
            exchange.respondText(200, "ok");
        };
        try (var server = Clients.secure()
                        .limits(ServerLimits.DEFAULT.withConnections(1))
                        .start(patient);
                var busy = tls(server)) {
            send(busy, GET);
            begun.await();
            try (var another = new Socket("127.0.0.1", server.address().getPort())) {
                assertThat(isCut(another, 20_000)).isTrue();
            }
            proceed.countDown();
            assertThat(answer(busy)).startsWith("HTTP/1.1 200 ");
        }
    }

    /// Those that are not cut, looked at until there are no more than so many.
    private static Collection<Socket> leftOf(Collection<Socket> sockets, int most) throws IOException {
        var left = new ArrayDeque<>(sockets);
        for (int i = 0; i < MOST_BYTES && left.size() > most; i++) {
            var next = left.removeFirst();
            if (!isCut(next, PACE_MILLIS)) {
                left.addLast(next);
            }
        }
        return left;
    }

    /// Sends a byte whenever a while has passed without an answer.
    private static boolean isCutWhileDribbling(Socket socket) throws IOException {
        for (int i = 0; i < MOST_BYTES; i++) {
            if (isCut(socket, PACE_MILLIS)) {
                return true;
            }
            try {
                send(socket, "x");
            } catch (SocketException _) {
                return true;
            }
        }
        return false;
    }

    /// Whether the other side closes within this time; what it sends before that does not count.
    private static boolean isCut(Socket socket, int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException _) { // reset
            return true;
        }
    }

    private static boolean isToldToGoWhilePinging(Socket socket) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        for (int i = 0; i < MOST_BYTES; i++) {
            try {
                if (Http2Frames.next(in) == Http2Frames.GO_AWAY) {
                    return true;
                }
            } catch (SocketTimeoutException _) {
                socket.getOutputStream().write(Http2Frames.ping());
            }
        }
        return false;
    }

    private static void ask(Socket socket) throws IOException {
        send(socket, GET);
        assertThat(answer(socket)).startsWith("HTTP/1.1 200 ").endsWith("ok");
    }

    /// Reads up to the body, which is "ok".
    private static String answer(Socket socket) throws IOException {
        socket.setSoTimeout(20_000);
        var text = new StringBuilder();
        while (!text.toString().endsWith("\r\n\r\nok")) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("closed after " + text);
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static SSLSocket tls(Server server) throws IOException {
        var socket = (SSLSocket) TestPki.clientContext()
                .getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort());
        socket.startHandshake();
        return socket;
    }
}
