package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.ClientIdentity;
import dev.kcm.client.config.Credentials;
import dev.kcm.client.config.FixedCredentials;
import dev.kcm.client.config.Impersonation;
import dev.kcm.client.config.TrustSource;
import dev.kcm.client.http.ScriptedServer;
import dev.kcm.client.tls.ServerAddress;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What goes over the wire and what is made of what comes back, on a server that does as told.
@Timeout(30)
class RemoteClientTest {
    private static final String OBJECT =
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"namespace\":\"b\","
                    + "\"uid\":\"u\",\"resourceVersion\":\"5\"},\"data\":{\"k\":\"v\"}}";

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @Test
    void asks_as_a_kubernetes_client_does() throws Exception {
        try (var server = answering(OBJECT);
                var client = client(server, new FixedCredentials(ClientIdentity.bearer("secret")))) {
            var api = client.on(ConfigMap.CONFIG_MAPS);
            api.get(ObjectKey.of("b", "a/../x?y"));
            api.patch(
                    ObjectKey.of("b", "a"),
                    Patch.apply("{}".getBytes(StandardCharsets.UTF_8), "me", true)
                            .onSubresource("status"));
        }
        assertThat(seen.get(0))
                .startsWith("GET /api/v1/namespaces/b/configmaps/a%2F..%2Fx%3Fy HTTP/1.1\r\n")
                .contains("\r\nUser-Agent: test/1\r\n")
                .contains("\r\nAuthorization: Bearer secret\r\n")
                .contains("\r\nImpersonate-User: jane\r\n")
                .contains("\r\nAccept: application/vnd.kubernetes.protobuf,application/json\r\n");
        assertThat(seen.get(1))
                .startsWith("PATCH /api/v1/namespaces/b/configmaps/a/status?fieldManager=me&force=true" + " ")
                .contains("\r\nContent-Type: application/apply-patch+yaml\r\n");
    }

    /// As client-go's metadata client: plain JSON last, for servers that cannot cut metadata out themselves.
    @Test
    void asks_for_metadata_and_takes_whole_objects() throws Exception {
        var metadata = MetadataObject.resource(ConfigMap.CONFIG_MAPS);
        try (var server = answering(OBJECT);
                var client = client(server, FixedCredentials.ANONYMOUS)) {
            assertThat(client.on(metadata).get(ObjectKey.of("b", "a")).uid()).isEqualTo("u");
        }
        try (var server = answering("{\"kind\":\"ConfigMapList\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
                        + OBJECT + "]}");
                var client = client(server, FixedCredentials.ANONYMOUS)) {
            var items = new ArrayList<MetadataObject>();
            client.on(metadata).list(ListQuery.everything(), items::add);
            assertThat(items)
                    .singleElement()
                    .satisfies(it -> assertThat(it.uid()).isEqualTo("u"));
        }
        try (var server = streaming(List.of("{\"type\":\"ADDED\",\"object\":" + OBJECT + "}"), _ -> {});
                var client = client(server, FixedCredentials.ANONYMOUS);
                var watch = client.on(metadata).watch(WatchQuery.everything())) {
            assertThat(watch.next().orElseThrow())
                    .isInstanceOfSatisfying(
                            WatchEvent.Added.class,
                            added -> assertThat(added.object().uid()).isEqualTo("u"));
        }
        assertThat(accepted(seen.get(0)))
                .isEqualTo("application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
                        + "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json");
        assertThat(accepted(seen.get(1)))
                .isEqualTo("application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"
                        + "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json");
    }

    private static String accepted(String request) {
        return request.lines()
                .filter(line -> line.startsWith("Accept: "))
                .findFirst()
                .orElseThrow()
                .substring(8);
    }

    @Test
    void spells_queries() throws Exception {
        try (var server = answering("{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[]}");
                var client = client(server, FixedCredentials.ANONYMOUS)) {
            client.on(ConfigMap.CONFIG_MAPS)
                    .list(
                            ListQuery.everything()
                                    .withLabelSelector("a in (b,c)")
                                    .withFieldSelector("metadata.name!=x")
                                    .withLimit(5),
                            _ -> {});
        }
        assertThat(seen.getFirst())
                .startsWith("GET /api/v1/configmaps?labelSelector=a%20in%20%28b%2Cc%29"
                        + "&fieldSelector=metadata.name%21%3Dx&limit=5 HTTP/1.1\r\n");
    }

    @Test
    void tries_once_more_with_new_credentials_when_refused() throws Exception {
        var rotating = new Credentials() {
            private String token = "old";

            @Override
            public ClientIdentity identity() {
                return ClientIdentity.bearer(token);
            }

            @Override
            public boolean renew(ClientIdentity used) {
                boolean hasNew = token.equals("old");
                token = "new";
                return hasNew;
            }
        };
        try (var server = ScriptedServer.playing(peer -> {
                    for (var request = peer.request(); !request.isEmpty(); request = peer.request()) {
                        seen.add(request);
                        if (request.contains("Bearer new") && request.contains("/good")) {
                            peer.send(json(200, OBJECT));
                        } else {
                            peer.send(json(401, "{\"kind\":\"Status\",\"code\":401}"));
                        }
                    }
                });
                var client = client(server, rotating)) {
            var api = client.on(ConfigMap.CONFIG_MAPS);
            assertThat(api.get(ObjectKey.of("b", "good")).data()).containsEntry("k", "v");
            assertThat(seen).hasSize(2);
            assertThatThrownBy(() -> api.get(ObjectKey.of("b", "bad")))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(e.failure()).isInstanceOf(ApiFailure.Unauthorized.class));
            assertThat(seen).hasSize(3);
        }
    }

    @Test
    void makes_failures_of_whatever_the_server_says() throws Exception {
        var answers = Map.of(
                "status",
                json(
                        409,
                        "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Conflict\","
                                + "\"message\":\"changed\",\"code\":409}"),
                "plain",
                "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\n" + "Content-Length: 9\r\n\r\n<b>no</b>",
                "redirect",
                "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n",
                "garbage",
                json(200, "{\"data\":7}"),
                "busy",
                "HTTP/1.1 429 Too Many\r\nRetry-After: 600\r\nContent-Length: 0\r\n\r\n",
                "nonsense",
                "SSH-2.0-OpenSSH\r\n\r\n");
        try (var server = ScriptedServer.playing(peer -> {
                    for (var request = peer.request(); !request.isEmpty(); request = peer.request()) {
                        var path = request.substring(0, request.indexOf(" HTTP"));
                        peer.send(answers.get(path.substring(path.lastIndexOf('/') + 1)));
                    }
                });
                var client = client(server, FixedCredentials.ANONYMOUS)) {
            assertThat(failure(client, "status")).isInstanceOf(ApiFailure.Conflict.class);
            assertThat(failure(client, "status").message()).isEqualTo("changed");
            assertThat(failure(client, "plain"))
                    .isInstanceOf(ApiFailure.ServerError.class)
                    .satisfies(it -> assertThat(it.message()).contains("502").contains("<b>no"));
            assertThat(failure(client, "redirect").code()).isEqualTo(302);
            assertThat(failure(client, "garbage").message()).contains("cannot read the server's");
            assertThat(failure(client, "busy").retryAfter()).contains(Duration.ofMinutes(10));
            assertThat(failureOfCreate(client, "nonsense").message()).contains("is this really an HTTPS port?");
        }
    }

    @Test
    void a_projection_does_not_hide_the_end_of_the_initial_events() throws Exception {
        var bookmark = "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"9\","
                + "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}";
        try (var server = streaming(List.of(bookmark), _ -> {});
                var client = client(server, FixedCredentials.ANONYMOUS);
                var watch = client.on(LeanPod.PODS).watch(WatchQuery.everything())) {
            assertThat(watch.next()).contains(new WatchEvent.Bookmark<>("9", true));
        }
    }

    @Test
    void reads_a_json_watch_with_bookmarks_and_errors() throws Exception {
        var lines = List.of(
                "{\"type\":\"ADDED\",\"object\":" + OBJECT + "}",
                "{\"type\":\"DELETED\",\"object\":" + OBJECT + "}",
                "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"9\","
                        + "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}",
                "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410," + "\"reason\":\"Expired\"}}");
        try (var server = streaming(lines, _ -> {});
                var client = client(server, FixedCredentials.ANONYMOUS);
                var watch = client.on(ConfigMap.CONFIG_MAPS).watch(WatchQuery.everything())) {
            assertThat(watch.next().orElseThrow()).isInstanceOf(WatchEvent.Added.class);
            assertThat(watch.next().orElseThrow()).isInstanceOf(WatchEvent.Deleted.class);
            assertThat(watch.next()).contains(new WatchEvent.Bookmark<>("9", true));
            assertThat(watch.next().orElseThrow())
                    .isInstanceOfSatisfying(
                            WatchEvent.Failed.class,
                            failed -> assertThat(failed.failure()).isInstanceOf(ApiFailure.Gone.class));
            assertThat(watch.next()).isEmpty();
            assertThat(watch.next()).isEmpty();
        }
    }

    @Test
    void a_watch_cut_off_in_the_middle_is_a_failure() throws Exception {
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    peer.send("HTTP/1.1 200 OK\r\n"
                            + "Content-Type: application/json\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n"
                            + "9\r\n"
                            + "{\"type\":");
                });
                var client = client(server, FixedCredentials.ANONYMOUS);
                var watch = client.on(ConfigMap.CONFIG_MAPS).watch(WatchQuery.everything())) {
            assertThatThrownBy(watch::next)
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.failure()).isInstanceOf(ApiFailure.Transport.class));
        }
    }

    @Test
    void a_half_open_watch_is_noticed_when_bookmarks_stay_away() throws Exception {
        var started = new CountDownLatch(1);
        try (var server = streaming(List.of("{\"type\":\"ADDED\",\"object\":" + OBJECT + "}"), peer -> {
                    started.countDown();
                    peer.awaitEnd();
                });
                var client = client(server, FixedCredentials.ANONYMOUS);
                var watch = client.on(ConfigMap.CONFIG_MAPS).watch(WatchQuery.everything())) {
            assertThat(watch.next()).isPresent();
            started.await();
            var call = new FutureTask<>(watch::next);
            Thread.ofVirtual().start(call);
            clock.advance(Duration.ofSeconds(89));
            assertThat(call.isDone()).isFalse();
            // A reader that was slow to begin has a later deadline.
            for (var next = clock.untilNextTimer(); next.isPresent(); next = clock.untilNextTimer()) {
                clock.advance(next.get());
            }
            assertThatThrownBy(call::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.failure()).isInstanceOf(ApiFailure.Timeout.class));
        }
    }

    @Test
    void closing_the_client_ends_its_watches() throws Exception {
        try (var server = streaming(List.of(), ScriptedServer.Peer::awaitEnd)) {
            var client = client(server, FixedCredentials.ANONYMOUS);
            var watch = client.on(ConfigMap.CONFIG_MAPS).watch(WatchQuery.everything());
            var call = new FutureTask<>(watch::next);
            Thread.ofVirtual().start(call);
            client.close();
            assertThat(call.get()).isEmpty();
        }
    }

    @Test
    void parses_warnings() throws Exception {
        var warnings = new ArrayList<String>();
        try (var server = ScriptedServer.playing(peer -> {
                    peer.request();
                    peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                            + "Warning: 299 - \"say \\\"this\\\"\"\r\n"
                            + "Warning: 199 - \"not this\"\r\n"
                            + "Warning: 299 - \"and that\" \"date\"\r\n"
                            + "Content-Length: "
                            + OBJECT.length()
                            + "\r\n\r\n"
                            + OBJECT);
                });
                var client = client(
                        server,
                        FixedCredentials.ANONYMOUS,
                        ClientSettings.usual().withWarnings(warnings::add))) {
            client.on(ConfigMap.CONFIG_MAPS).get(ObjectKey.of("b", "a"));
        }
        assertThat(warnings).containsExactly("say \"this\"", "and that");
    }

    private static ApiFailure failure(Client client, String name) {
        try {
            client.on(ConfigMap.CONFIG_MAPS).get(ObjectKey.of("b", name));
            throw new AssertionError("no failure");
        } catch (ApiException failed) {
            return failed.failure();
        }
    }

    /// By a verb that is not tried again.
    private static ApiFailure failureOfCreate(Client client, String name) {
        try {
            client.on(ConfigMap.CONFIG_MAPS).patch(ObjectKey.of("b", name), Patch.merge(new byte[] {'{', '}'}));
            throw new AssertionError("no failure");
        } catch (ApiException failed) {
            return failed.failure();
        }
    }

    private ScriptedServer answering(String body) {
        return ScriptedServer.playing(peer -> {
            for (var request = peer.request(); !request.isEmpty(); request = peer.request()) {
                seen.add(request);
                peer.send(json(200, body));
            }
        });
    }

    private static ScriptedServer streaming(List<String> lines, ScriptedServer.Script after) {
        return ScriptedServer.playing(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + "Transfer-Encoding: chunked\r\n\r\n");
            for (var line : lines) {
                var text = line + "\n";
                peer.send(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
            }
            after.run(peer);
            peer.send("0\r\n\r\n");
        });
    }

    private static String json(int code, String body) {
        return "HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(code, body.length(), body);
    }

    private Client client(ScriptedServer server, Credentials credentials) throws IOException {
        return client(server, credentials, ClientSettings.usual().withoutRateLimit());
    }

    private Client client(ScriptedServer server, Credentials credentials, ClientSettings settings) {
        var config = new ClientConfig(
                ServerAddress.parse("http://127.0.0.1:" + server.port()),
                new TrustSource.Anyone(),
                Optional.empty(),
                credentials,
                Optional.of(new Impersonation("jane", "", List.of(), Map.of())),
                Optional.empty(),
                "default");
        return RemoteServer.client(config, "test/1", settings, clock, new Metrics());
    }
}
