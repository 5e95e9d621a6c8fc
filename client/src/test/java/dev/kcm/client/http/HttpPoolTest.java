package dev.kcm.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HttpPoolTest {
    private static final HeaderBlock HOST = HeaderBlock.of("Host", "test");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private final IdleTimeout idleTimeout = new IdleTimeout("test", clock);

    @Test
    void uses_a_connection_again() throws IOException {
        try (var server = ScriptedServer.playing(ScriptedServer.Peer::echo);
                var pool = pool(server)) {
            for (int i = 0; i < 10; i++) {
                assertThat(get(pool, "/" + i)).isEqualTo("GET /" + i + " HTTP/1.1");
            }

            assertThat(server.connections()).isEqualTo(1);
            assertThat(pool.idleConnections()).isEqualTo(1);
        }
    }

    /// Dialling may take as long as it takes a lease to pass on.
    @Test
    void asks_for_leave_when_the_connection_is_there_and_sends_nothing_without() throws Exception {
        var seen = new LinkedBlockingQueue<String>();
        var isOpen = new AtomicBoolean(true);
        try (var server = ScriptedServer.playing(peer -> seen.add(peer.request()));
                var pool = new HttpPool(
                        opened -> {
                            var line = dialer(server).dial(opened);
                            isOpen.set(false);
                            return line;
                        },
                        clock,
                        HttpPool.Limits.USUAL,
                        idleTimeout)) {
            var request = new HttpRequest("POST", "/", HOST, HttpRequest.NO_BODY);

            assertThatThrownBy(() -> pool.send(request, clock.deadlineIn(MINUTE), isOpen::get))
                    .isInstanceOf(RequestNotSentException.class);
            assertThat(seen.take()).as("what the server read before we hung up").isEmpty();
            assertThat(pool.idleConnections()).isZero();
        }
    }

    @Test
    void sends_bodies_with_their_length() throws IOException {
        var seen = new ArrayList<String>();
        try (var server = ScriptedServer.playing(peer -> {
                    for (int i = 0; i < 3; i++) {
                        seen.add(peer.request());
                        peer.answer("");
                    }
                });
                var pool = pool(server)) {
            post(pool, "");
            post(pool, "small");
            post(pool, "x".repeat(100_000));
        }

        assertThat(seen.get(0)).endsWith("Content-Length: 0\r\n\r\n");
        assertThat(seen.get(1)).endsWith("Content-Length: 5\r\n\r\nsmall");
        assertThat(seen.get(2)).endsWith("x".repeat(100_000));
    }

    @Test
    void drops_a_connection_whose_response_was_not_read_to_its_end() throws IOException {
        try (var server = ScriptedServer.playing(ScriptedServer.Peer::echo);
                var pool = pool(server)) {
            pool.send(HttpRequest.get("/", HOST), clock.deadlineIn(MINUTE)).close();

            assertThat(pool.idleConnections()).isZero();
            assertThat(get(pool, "/")).isNotEmpty();
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void repeats_a_get_but_no_post_when_a_kept_connection_dies() throws Exception {
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    peer.answer("first");
                    if (peer.number() == 2) {
                        peer.echo();
                    }
                    // the next request is read, and the connection closed
                    // unanswered
                    peer.request();
                });
                var pool = pool(server)) {
            get(pool, "/");
            assertThat(get(pool, "/again")).isEqualTo("first");
            assertThat(server.connections()).isEqualTo(2);
        }
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    peer.answer("first");
                    peer.request();
                });
                var pool = pool(server)) {
            get(pool, "/");
            assertThatThrownBy(() -> post(pool, "body")).isInstanceOf(IOException.class);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void does_not_repeat_a_get_on_a_fresh_connection() {
        try (var server = ScriptedServer.playing(ScriptedServer.Peer::request);
                var pool = pool(server)) {
            assertThatThrownBy(() -> get(pool, "/")).hasMessageContaining("closed the connection");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void leaves_a_connection_alone_on_which_the_server_spoke_unasked() throws Exception {
        var spoken = new CountDownLatch(1);
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    peer.answer("");
                    if (peer.number() == 1) {
                        peer.send("HTTP/1.1 408 Request Timeout\r\n\r\n");
                        spoken.countDown();
                    }
                    peer.awaitEnd();
                });
                var pool = pool(server)) {
            get(pool, "/");
            spoken.await();
            post(pool, "goes to a new connection");

            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void gives_up_at_the_deadline_while_the_server_is_silent() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    asked.countDown();
                    peer.awaitEnd();
                });
                var pool = pool(server)) {
            var call = start(() -> get(pool, "/"));
            asked.await();
            clock.advance(MINUTE);

            assertThatThrownBy(call::get).hasCauseInstanceOf(DeadlineExceededException.class);
        }
    }

    @Test
    void gives_up_at_the_deadline_in_the_middle_of_a_body() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                    asked.countDown();
                    peer.awaitEnd();
                });
                var pool = pool(server)) {
            var call = start(() -> get(pool, "/"));
            asked.await();
            clock.advance(MINUTE);

            assertThatThrownBy(call::get).hasCauseInstanceOf(DeadlineExceededException.class);
        }
    }

    @Test
    void gives_up_at_the_deadline_while_the_server_does_not_read() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = ScriptedServer.playing(peer -> {
                    peer.in().read();
                    asked.countDown();
                    new CountDownLatch(1).await(); // never reads the rest
                });
                var pool = pool(server)) {
            var call = start(() -> post(pool, "x".repeat(50_000_000)));
            asked.await();
            clock.advance(MINUTE);

            assertThatThrownBy(call::get).hasCauseInstanceOf(DeadlineExceededException.class);
        }
    }

    @Test
    void keeps_to_its_bound_and_lets_waiters_go_at_their_deadline() throws Exception {
        var limits = new HttpPool.Limits(2, MINUTE, MINUTE, MINUTE, 1 << 16);
        try (var server = ScriptedServer.playing(ScriptedServer.Peer::echo);
                var pool = new HttpPool(dialer(server), clock, limits, idleTimeout)) {
            var one = pool.send(HttpRequest.get("/1", HOST), clock.deadlineIn(MINUTE));
            var two = pool.send(HttpRequest.get("/2", HOST), clock.deadlineIn(MINUTE));
            int timers = clock.timers();
            var third = start(() -> get(pool, "/3"));
            clock.awaitTimers(timers + 1);

            one.readAll(1000);
            one.close();
            assertThat(third.get()).isEqualTo("GET /3 HTTP/1.1");

            var alsoOne = pool.send(HttpRequest.get("/4", HOST), clock.deadlineIn(MINUTE.multipliedBy(9)));
            timers = clock.timers();
            var late = start(() -> get(pool, "/5"));
            clock.awaitTimers(timers + 1);
            clock.advance(MINUTE);
            assertThatThrownBy(late::get).hasMessageContaining("one of the pool's connections");
            assertThat(server.connections()).isEqualTo(2);
            two.close();
            alsoOne.close();
        }
    }

    @Test
    void closes_idle_and_aged_connections() throws IOException {
        try (var server = ScriptedServer.playing(ScriptedServer.Peer::echo);
                var pool = pool(server)) {
            get(pool, "/");
            clock.advance(Duration.ofSeconds(61));
            assertThat(pool.idleConnections()).isZero();

            for (int i = 0; i < 30; i++) {
                get(pool, "/");
                clock.advance(Duration.ofSeconds(30));
            }
            assertThat(server.connections()).isEqualTo(3); // ten minutes each
        }
    }

    @Test
    void renewing_lets_exchanges_finish_and_uses_no_old_connection() throws IOException {
        try (var server = ScriptedServer.playing(ScriptedServer.Peer::echo);
                var pool = pool(server)) {
            var busy = pool.send(HttpRequest.get("/busy", HOST), clock.deadlineIn(MINUTE));
            get(pool, "/idle");
            pool.renew();

            assertThat(pool.idleConnections()).isZero();
            assertThat(new String(busy.readAll(1000), StandardCharsets.US_ASCII))
                    .isEqualTo("GET /busy HTTP/1.1");
            busy.close();
            assertThat(pool.idleConnections()).isZero();
        }
    }

    @Test
    void a_stream_ends_when_silence_lasts_too_long() throws Exception {
        var started = new CountDownLatch(1);
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    peer.send("HTTP/1.1 200 OK\r\n" + "Transfer-Encoding: chunked\r\n\r\n" + "2\r\nhi\r\n");
                    started.countDown();
                    peer.awaitEnd();
                });
                var pool = pool(server)) {
            var stream = pool.stream(HttpRequest.get("/", HOST), clock.deadlineIn(MINUTE));
            var body = stream.response().body();
            assertThat(new String(body.readNBytes(2), StandardCharsets.US_ASCII))
                    .isEqualTo("hi");
            clock.advance(MINUTE.multipliedBy(60)); // nobody set a limit yet

            stream.allowSilence(MINUTE);
            var call = start(body::read);
            clock.advance(MINUTE);
            assertThatThrownBy(call::get).hasCauseInstanceOf(DeadlineExceededException.class);
        }
    }

    @Test
    void closing_a_stream_or_the_pool_wakes_its_reader() throws Exception {
        try (var server = ScriptedServer.playing(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\n\r\n");
            peer.awaitEnd();
        })) {
            var pool = pool(server);
            var one = pool.stream(HttpRequest.get("/", HOST), clock.deadlineIn(MINUTE));
            var two = pool.stream(HttpRequest.get("/", HOST), clock.deadlineIn(MINUTE));
            var first = start(() -> one.response().body().read());
            var second = start(() -> two.response().body().read());

            one.close();
            assertThatThrownBy(first::get).hasCauseInstanceOf(IOException.class);
            pool.close();
            assertThatThrownBy(second::get).hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(pool, "/")).hasMessageContaining("closed");
        }
    }

    @Test
    void interrupting_the_caller_ends_the_exchange() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    asked.countDown();
                    peer.awaitEnd();
                });
                var pool = pool(server)) {
            var call = start(() -> get(pool, "/"));
            asked.await();
            call.thread().interrupt();

            assertThatThrownBy(call::get).hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void refuses_header_values_that_would_smuggle() {
        assertThatThrownBy(() -> HeaderBlock.of("User-Agent", "a\r\nHost: evil"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HeaderBlock.of("Bad name", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HttpRequest.get("/a b", HOST)).isInstanceOf(IllegalArgumentException.class);
    }

    private HttpPool pool(ScriptedServer server) {
        return new HttpPool(dialer(server), clock, HttpPool.Limits.USUAL, idleTimeout);
    }

    private static Dialer dialer(ScriptedServer server) {
        return (Consumer<Closeable> opened) -> {
            var socket = new Socket();
            opened.accept(socket);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            return new DialedConnection(socket.getInputStream(), socket.getOutputStream(), _ -> isReadable(socket));
        };
    }

    private static boolean isReadable(Socket socket) {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException _) {
            return true;
        }
    }

    private String get(HttpPool pool, String target) throws IOException {
        try (var response = pool.send(HttpRequest.get(target, HOST), clock.deadlineIn(MINUTE))) {
            return new String(response.readAll(1 << 20), StandardCharsets.ISO_8859_1);
        }
    }

    private String post(HttpPool pool, String body) throws IOException {
        var request = new HttpRequest("POST", "/", HOST, body.getBytes(StandardCharsets.ISO_8859_1));
        try (var response = pool.send(request, clock.deadlineIn(MINUTE))) {
            return new String(response.readAll(1 << 20), StandardCharsets.ISO_8859_1);
        }
    }

    private static <T> Call<T> start(Callable<T> call) {
        var task = new FutureTask<>(call);
        return new Call<>(task, Thread.ofVirtual().start(task));
    }

    private record Call<T>(FutureTask<T> task, Thread thread) {
        T get() throws Exception {
            return task.get();
        }
    }
}
