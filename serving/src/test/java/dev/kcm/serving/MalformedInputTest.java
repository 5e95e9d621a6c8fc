package dev.kcm.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient.Version;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class MalformedInputTest {
    private static final AtomicInteger HANDLED = new AtomicInteger();
    private static Server server;

    @BeforeAll
    static void start() {
        server = Clients.secure()
                .limits(ServerLimits.DEFAULT.withHeaderBytes(16 << 10))
                .start(exchange -> {
                    HANDLED.incrementAndGet();
                    exchange.respondText(200, "ok " + exchange.path());
                });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /// Whatever was sent, the server still serves.
    @AfterEach
    void still_serves() throws Exception {
        try (var client = Clients.of(Version.HTTP_2)) {
            assertThat(Clients.get(client, server, "/alive").body()).isEqualTo("ok /alive");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET\r\n\r\n",
                "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n folded: x\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
                "POST / HTTP/1.1\r\n" + "Host: a\r\n" + "Content-Length: 5\r\n" + "Transfer-Encoding: chunked\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
                "GET /a%2fb HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /a/%2e%2e/b HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /../../etc HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%c0%ae HTTP/1.1\r\nHost: a\r\n\r\n",
            })
    void answers_malformed_requests_with_a_client_error(String request) throws Exception {
        int before = HANDLED.get();
        var answer = exchange(request.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(answer).matches("(?s)HTTP/1\\.1 (4\\d\\d|501|505) .*");
        assertThat(answer).doesNotContain("<html", "Jetty", "jetty", "Exception");
        assertThat(HANDLED.get()).isEqualTo(before);
    }

    @Test
    void answers_a_head_that_is_too_large_with_431() throws Exception {
        var request = "GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(20 << 10) + "\r\n\r\n";
        assertThat(exchange(request.getBytes(StandardCharsets.ISO_8859_1))).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void survives_random_bytes_before_and_inside_tls() throws Exception {
        var random = new Random(4);
        for (int i = 0; i < 50; i++) {
            var bytes = new byte[1 + random.nextInt(2000)];
            random.nextBytes(bytes);
            try (var socket = new Socket("127.0.0.1", server.address().getPort())) {
                socket.getOutputStream().write(bytes);
            }
            exchange(bytes);
        }
    }

    @Test
    void closes_an_http2_connection_that_breaks_the_protocol() throws Exception {
        for (var bad : List.of(
                Http2Frames.frame(0x0, 0, 1, new byte[4]), // DATA on a stream nobody opened
                Http2Frames.frame(0x1, 0x4, 2, new byte[] {(byte) 0x82}), // an even stream
                Http2Frames.frame(0x1, 0x4, 1, new byte[] {(byte) 0xff, 0x7f}), // broken HPACK
                Http2Frames.frame(0x4, 0, 0, new byte[5]), // SETTINGS of a wrong size
                Http2Frames.frame(0x8, 0, 0, new byte[4]), // WINDOW_UPDATE by nothing
                Http2Frames.frame(0x0, 0, 1, new byte[1 << 20]))) { // larger than allowed
            try (var socket = Http2Frames.connect(server)) {
                socket.getOutputStream().write(bad);
                socket.getOutputStream().flush();
                assertThat(isClosedByServer(socket)).isTrue();
            } catch (IOException _) {
                // closed while we were still sending
            }
        }
    }

    @Test
    void closes_an_http2_connection_that_resets_streams_rapidly() throws Exception {
        var attack = new ByteArrayOutputStream();
        for (int stream = 1; stream < 4000; stream += 2) {
            attack.writeBytes(Http2Frames.get(stream));
            attack.writeBytes(Http2Frames.frame(0x3, 0, stream, new byte[] {0, 0, 0, 8}));
        }
        try (var socket = Http2Frames.connect(server)) {
            socket.getOutputStream().write(attack.toByteArray());
            socket.getOutputStream().flush();
            assertThat(isClosedByServer(socket)).isTrue();
        } catch (IOException _) {
            // closed while we were still sending
        }
        assertThat(HANDLED.get()).isLessThan(2000);
    }

    private static String exchange(byte[] request) throws IOException {
        try (var socket = tls()) {
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static SSLSocket tls() throws IOException {
        var socket = (SSLSocket) TestPki.clientContext()
                .getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /// Reads frames until GOAWAY or the end.
    private static boolean isClosedByServer(Socket socket) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        int type;
        do {
            type = Http2Frames.next(in);
        } while (type >= 0 && type != Http2Frames.GO_AWAY);
        return true;
    }
}
