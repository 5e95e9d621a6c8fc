package dev.kcm.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.auth.RequestAuthentication;
import dev.kcm.apiserver.auth.TokenAuthenticator;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.EventStream;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.Operation;
import dev.kcm.serving.Server;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server that works on one request until it is told to go on, behind limits of one request each.
class RequestLimitsTest {
    private static final String OBJECTS = "/api/v1/namespaces/default/configmaps";
    private static final String OBJECT = OBJECTS + "/one";
    private static final RequestLimits ONE_EACH =
            new RequestLimits(1, 1, Duration.ofSeconds(60), Duration.ofSeconds(34), Duration.ofMinutes(30));

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final SlowServer slow = new SlowServer();
    private final Server server = Server.on("127.0.0.1", 0).start(handler());
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ApiHandler handler() {
        var store = VersionedStore.inMemory();
        var tokens =
                new TokenAuthenticator(store, clock, KeyKind.EC_P256.generate().getPublic());
        var authentication = new RequestAuthentication(new TrustedAuthorities(List.of()), tokens, clock);
        return new ApiHandler(slow, new Callers(slow, authentication), ONE_EACH, clock, new Random(1));
    }

    @AfterEach
    void stop() {
        slow.release();
        client.close();
        server.close();
    }

    @Test
    void one_request_too_many_is_refused_at_once() throws Exception {
        var first = sendAsync(request("GET", OBJECT));
        slow.awaitCall();

        var second = send(request("GET", OBJECT));
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.headers().firstValue("Retry-After")).contains("1");
        assertThat(second.body()).isEqualTo("Too many requests, please try again later.\n");

        slow.release();
        assertThat(first.get().statusCode()).isEqualTo(200);
        assertThat(send(request("GET", OBJECT)).statusCode()).isEqualTo(200);
    }

    @Test
    void reads_writes_and_watches_do_not_count_against_each_other() throws Exception {
        var read = sendAsync(request("GET", OBJECT));
        var write = sendAsync(request("DELETE", OBJECT));
        var watch = sendAsync(request("GET", OBJECTS + "?watch=true"));
        slow.awaitCall();
        slow.awaitCall();
        slow.awaitCall();

        slow.release();
        assertThat(read.get().statusCode()).isEqualTo(200);
        assertThat(write.get().statusCode()).isEqualTo(200);
        assertThat(watch.get().statusCode()).isEqualTo(200);
    }

    @Test
    void masters_are_always_served() throws Exception {
        var asMaster = HttpRequest.newBuilder(request("GET", OBJECT), (_, _) -> true)
                .header("Impersonate-User", "root")
                .header("Impersonate-Group", "system:masters")
                .build();
        var first = sendAsync(asMaster);
        slow.awaitCall();
        var second = sendAsync(asMaster);
        slow.awaitCall();

        slow.release();
        assertThat(first.get().statusCode()).isEqualTo(200);
        assertThat(second.get().statusCode()).isEqualTo(200);
    }

    @Test
    void a_request_may_take_a_minute() throws Exception {
        var response = sendAsync(request("GET", OBJECT));
        slow.awaitCall();
        clock.advance(Duration.ofSeconds(60));

        assertTimeout(response.get(), "Timeout: request did not complete within the allotted timeout");
    }

    @Test
    void a_request_may_ask_for_less_time_not_for_more() throws Exception {
        var brief = sendAsync(request("GET", OBJECT + "?timeout=5s"));
        slow.awaitCall();
        clock.advance(Duration.ofSeconds(5));
        assertTimeout(brief.get(), "Timeout: request did not complete within the allotted timeout");

        var patient = sendAsync(request("GET", OBJECT + "?timeout=5m"));
        slow.awaitCall();
        clock.advance(Duration.ofSeconds(60));
        assertTimeout(patient.get(), "Timeout: request did not complete within the allotted timeout");
    }

    @Test
    void a_write_may_take_34_seconds() throws Exception {
        var response = sendAsync(request("DELETE", OBJECT));
        slow.awaitCall();
        clock.advance(Duration.ofSeconds(34));

        assertTimeout(
                response.get(),
                "Timeout: request did not complete within requested timeout - context deadline exceeded");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "soon|invalid duration \"soon\"",
                "5|missing unit in duration \"5\"",
                "1m5x|unknown unit \"x\" in duration \"1m5x\"",
                "1m.|invalid duration \"1m.\""
            })
    void a_time_that_cannot_be_read_is_refused(String time, String fault) throws Exception {
        var response = send(request("GET", OBJECT + "?timeout=" + time));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(Json.parse(response.body()).textAt("message"))
                .contains("invalid timeout specified in the request URL - time: " + fault);
    }

    @Test
    void a_watch_ends_between_half_an_hour_and_an_hour_unless_it_says_when() throws Exception {
        slow.release();
        send(request("GET", OBJECTS + "?watch=true"));
        assertThat(watched().timeout().orElseThrow()).isBetween(Duration.ofMinutes(30), Duration.ofMinutes(60));
        send(request("GET", OBJECTS + "?watch=true&timeoutSeconds=0"));
        assertThat(watched().timeout().orElseThrow()).isGreaterThanOrEqualTo(Duration.ofMinutes(30));
        send(request("GET", OBJECTS + "?watch=true&timeoutSeconds=7"));
        assertThat(watched().timeout()).contains(Duration.ofSeconds(7));
    }

    private Operation.Watch watched() throws InterruptedException {
        return (Operation.Watch) slow.awaitCall();
    }

    private static void assertTimeout(HttpResponse<String> response, String message) {
        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(Json.parse(response.body()).textAt("reason")).contains("Timeout");
        assertThat(Json.parse(response.body()).textAt("message")).contains(message);
    }

    private HttpRequest request(String method, String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.address().getPort() + path))
                .method(method, BodyPublishers.noBody())
                .build();
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest request) {
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    /// Allows everything, and works until it is released or interrupted.
    private static final class SlowServer implements OperationHandler {
        private final LinkedBlockingQueue<Operation> calls = new LinkedBlockingQueue<>();
        private final CountDownLatch released = new CountDownLatch(1);

        Operation awaitCall() throws InterruptedException {
            var call = calls.poll(20, TimeUnit.SECONDS);
            assertThat(call).as("a call").isNotNull();
            return call;
        }

        void release() {
            released.countDown();
        }

        @Override
        public boolean allows(RequestUser anybody, AccessAttributes access) {
            return true;
        }

        @Override
        public ApiResponse execute(RequestUser anybody, Operation call) throws InterruptedException {
            calls.add(call);
            released.await();
            return call instanceof Operation.Watch
                    ? new ApiResponse.Following(new NoEvents())
                    : new ApiResponse.One(
                            ConfigMap.builder().metadata(m -> m.name("one")).build(), false);
        }

        @Override
        public List<Resource<?>> measuredResources(String group, String version) {
            return List.of();
        }

        @Override
        public long revision() {
            return 1;
        }

        @Override
        public Optional<String> unhealthyReason() {
            return Optional.empty();
        }

        @Override
        public Instant now() {
            return Clock.system().instant();
        }
    }

    private static final class NoEvents implements EventStream {
        @Override
        public Optional<Event> poll() {
            return Optional.empty();
        }

        @Override
        public Optional<Event> next() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }
}
