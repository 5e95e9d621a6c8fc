package dev.kcm.apiserver.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.ServedApi;
import dev.kcm.apiserver.store.HistoryLimits;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.VirtualClock;
import dev.kcm.model.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An API server whose disk is full, as clients and probes see it.
class UnavailableStoreTest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final FaultyDirectory disk = new FaultyDirectory(new Random(1));
    private ServedApi served;

    @BeforeEach
    void start() throws Exception {
        served = ServedApi.start(VersionedStore.open(FileWriteAheadLog.open(disk, clock), HistoryLimits.DEFAULT));
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void a_write_is_refused_with_a_status_and_reads_go_on() throws Exception {
        assertThat(create("kept").statusCode()).isEqualTo(201);
        disk.fill(0);

        var refused = create("refused");

        assertThat(refused.statusCode()).isEqualTo(500);
        var status = Json.parse(refused.body());
        assertThat(status.textAt("kind")).contains("Status");
        assertThat(status.textAt("message")).contains("the store takes no writes: No space left on device");
        assertThat(status.textAt("reason").orElse("")).isEmpty();
        assertThat(get(MAPS + "/kept").statusCode()).isEqualTo(200);
        assertThat(get(MAPS + "/refused").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/readyz", "/livez", "/healthz"})
    void health_says_so_until_there_is_room(String path) throws Exception {
        assertThat(get(path).body()).isEqualTo("ok");
        disk.fill(0);
        create("refused");

        var unhealthy = get(path);
        assertThat(unhealthy.statusCode()).isEqualTo(500);
        assertThat(unhealthy.body()).contains("[+]ping ok", "[-]etcd failed: reason withheld");
        assertThat(get(path + "/etcd").body())
                .isEqualTo("internal server error: the store takes no writes: No space left on device"
                        + " (/data/store.log): reads go on, writes are tried again every second\n");

        disk.mend();
        clock.advance(Duration.ofSeconds(1));
        assertThat(create("taken").statusCode()).isEqualTo(201);
        assertThat(get(path).body()).isEqualTo("ok");
        assertThat(get(path + "?verbose").body()).contains("[+]etcd ok");
    }

    private HttpResponse<String> create(String name) throws Exception {
        return send(request(MAPS)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"metadata\":{\"name\":\"%s\"}}".formatted(name))));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + served.port() + path))
                .header("Authorization", "Bearer " + served.token());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }
}
