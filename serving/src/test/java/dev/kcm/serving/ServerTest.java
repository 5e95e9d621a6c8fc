package dev.kcm.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.FanOut;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class ServerTest {

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void carries_a_request_and_its_answer(Version version) throws Exception {
        Handler echo = exchange -> {
            exchange.setHeader("X-Protocol", exchange.protocol());
            exchange.setHeader("X-Path", exchange.path());
            exchange.addHeader("X-Many", "one").addHeader("X-Many", "two");
            exchange.setHeader("X-Watch", exchange.query().first("watch").orElse("none"));
            exchange.setHeader("X-Token", exchange.header("authorization").orElse(""));
            exchange.setHeader("X-Virtual", "" + Thread.currentThread().isVirtual());
            exchange.respond(201, exchange.body());
        };
        try (var server = Clients.secure().start(echo);
                var client = Clients.of(version)) {
            var request = Clients.request(server, "/apis/a%20b/c?watch=true&labelSelector=a%3Db")
                    .header("Authorization", "Bearer t")
                    .method("PATCH", BodyPublishers.ofString("{\"a\":1}"))
                    .build();
            var answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.version()).isEqualTo(version);
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.body()).isEqualTo("{\"a\":1}");
            assertThat(answer.headers().firstValue("X-Protocol"))
                    .hasValue(version == Version.HTTP_2 ? "HTTP/2.0" : "HTTP/1.1");
            assertThat(answer.headers().firstValue("X-Path")).hasValue("/apis/a b/c");
            assertThat(answer.headers().allValues("X-Many")).containsExactly("one", "two");
            assertThat(answer.headers().firstValue("X-Watch")).hasValue("true");
            assertThat(answer.headers().firstValue("X-Token")).hasValue("Bearer t");
            assertThat(answer.headers().firstValue("X-Virtual")).hasValue("true");
            assertThat(answer.headers().firstValue("Date")).isPresent();
            assertThat(answer.headers().firstValue("Server")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void answers_head_without_a_body(Version version) throws Exception {
        try (var server = Clients.secure().start(exchange -> exchange.respondText(200, "hello"));
                var client = Clients.of(version)) {
            var request = Clients.request(server, "/").HEAD().build();
            var answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.body()).isEmpty();
            assertThat(answer.headers().firstValue("Content-Length")).hasValue("5");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void takes_bodies_up_to_the_limit_and_refuses_larger_ones(Version version) throws Exception {
        Handler measure = exchange -> exchange.respondText(200, "" + exchange.body().length);
        var limits = ServerLimits.DEFAULT.withBodyBytes(200_000);
        try (var server = Clients.secure().limits(limits).start(measure);
                var client = Clients.of(version)) {
            assertThat(post(client, server, new byte[200_000])).isEqualTo("200 200000");
            assertThat(post(client, server, new byte[200_001]))
                    .isEqualTo("413 Request entity too large: limit is 200000\n");
            var chunked = Clients.request(server, "/")
                    .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[220_000])))
                    .build();
            assertThat(client.send(chunked, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(413);
            assertThat(post(client, server, new byte[7])).isEqualTo("200 7");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void a_client_that_still_sends_gets_the_answer_that_did_not_wait_for_it(Version version) throws Exception {
        try (var server = Clients.secure().start(exchange -> exchange.respondText(403, "no"));
                var client = Clients.of(version)) {
            for (int i = 0; i < 20; i++) {
                assertThat(post(client, server, new byte[2 << 20])).isEqualTo("403 no");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void turns_a_handlers_failure_into_a_500_and_serves_on(Version version) throws Exception {
        Handler moody = exchange -> {
            switch (exchange.path()) {
                case "/throw" -> throw new IllegalStateException("secret");
                case "/silent" -> {}
                default -> exchange.respondText(200, "fine");
            }
        };
        try (var server = Clients.secure().start(moody);
                var client = Clients.of(version)) {
            var failed = Clients.get(client, server, "/throw");
            assertThat(failed.statusCode()).isEqualTo(500);
            assertThat(failed.body()).isEqualTo("Internal Server Error\n");
            assertThat(Clients.get(client, server, "/silent").statusCode()).isEqualTo(500);
            assertThat(Clients.get(client, server, "/").body()).isEqualTo("fine");
            assertThat(server.stop(Duration.ofSeconds(10)))
                    .as("no exchange is left over")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void cuts_a_stream_whose_handler_fails(Version version) throws Exception {
        Handler broken = exchange -> {
            var stream = exchange.stream(200);
            stream.write("half".getBytes(StandardCharsets.UTF_8));
            stream.flush();
            throw new IllegalStateException("in the middle");
        };
        try (var server = Clients.secure().start(broken);
                var client = Clients.of(version)) {
            assertThatThrownBy(() -> Clients.get(client, server, "/")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void runs_many_blocking_handlers_at_the_same_time() throws Exception {
        int many = 300;
        var all = new CountDownLatch(many);
        Handler meeting = exchange -> {
            all.countDown();
            exchange.respondText(200, "" + all.await(30, TimeUnit.SECONDS));
        };
        var limits = ServerLimits.DEFAULT.withStreamsPerConnection(many);
        try (var server = Clients.secure().limits(limits).start(meeting);
                var client = Clients.of(Version.HTTP_2)) {
            var answers = FanOut.over(
                    IntStream.range(0, many).boxed().toList(), many, _ -> Clients.body(client, server, "/"));
            assertThat(answers).hasSize(many).containsOnly("true");
        }
    }

    @Test
    void says_which_port_is_taken() {
        try (var first = Clients.secure().start(exchange -> exchange.respondText(200, ""))) {
            int port = first.address().getPort();
            assertThat(port).isPositive();
            assertThatThrownBy(() -> Server.on("127.0.0.1", port).start(exchange -> exchange.respondText(200, "")))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessage(
                            "Port %d is already taken on 127.0.0.1: stop what listens there or"
                                    + " choose another port",
                            port);
        }
    }

    @Test
    void frees_its_port_when_stopped() throws Exception {
        var first = Clients.secure().start(exchange -> exchange.respondText(200, "first"));
        int port = first.address().getPort();
        assertThat(first.stop(Duration.ofSeconds(5))).isTrue();
        var count = new AtomicInteger();
        try (var second = Server.on("127.0.0.1", port)
                        .start(exchange -> exchange.respondText(200, "" + count.incrementAndGet()));
                var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                    .build();
            assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo("1");
            assertThat(second.address().getPort()).isEqualTo(port);
        }
    }

    private static String post(TestClient client, Server server, byte[] body) throws IOException, InterruptedException {
        var request = Clients.request(server, "/")
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        var answer = client.send(request, BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }
}
