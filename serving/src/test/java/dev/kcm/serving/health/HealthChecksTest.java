package dev.kcm.serving.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.serving.Server;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthChecksTest {
    private final HealthChecks checks = HealthChecks.at("/healthz", HealthCheck.PING);
    private final Server server = Server.on("127.0.0.1", 0).start(checks);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        client.shutdownNow();
        server.close();
    }

    @Test
    void answers_ok_in_one_word_or_in_full() throws Exception {
        assertThat(get("/healthz")).isEqualTo("200 ok");
        assertThat(get("/healthz?verbose")).isEqualTo("200 [+]ping ok\nhealthz check passed\n");
        assertThat(get("/healthz/ping")).isEqualTo("200 ok");
        assertThat(get("/healthz/pong")).isEqualTo("404 404 page not found\n");
    }

    @Test
    void withholds_the_reason_from_the_public_list_only() throws Exception {
        checks.add(HealthCheck.of("leaderElection", () -> Optional.of("lease is old")));
        assertThat(get("/healthz"))
                .isEqualTo("500 [+]ping ok\n[-]leaderElection failed: reason withheld\n" + "healthz check failed\n");
        assertThat(get("/healthz/leaderElection")).isEqualTo("500 internal server error: lease is old\n");
    }

    @Test
    void a_check_that_throws_has_failed() throws Exception {
        checks.add(HealthCheck.of("broken", () -> {
            throw new IllegalStateException("why");
        }));
        assertThat(get("/healthz/broken"))
                .isEqualTo("500 internal server error: java.lang.IllegalStateException: why\n");
    }

    @Test
    void leaves_out_what_is_excluded() throws Exception {
        checks.add(HealthCheck.of("sick", () -> Optional.of("x")));
        checks.add(new HealthCheck("member", "team", () -> Optional.of("y")));
        assertThat(get("/healthz?verbose&exclude=sick&exclude=team&exclude=nobody&exclude=a"))
                .isEqualTo("""
                    200 [+]ping ok
                    [+]sick excluded: ok
                    [+]member excluded with team: ok
                    warn: some health checks cannot be excluded: no matches for "a","nobody"
                    healthz check passed
                    """);
    }

    @Test
    void checks_come_and_go_while_serving() throws Exception {
        checks.add(HealthCheck.of("late", () -> Optional.of("x")));
        assertThat(get("/healthz")).startsWith("500");
        checks.add(HealthCheck.of("late", Optional::empty));
        assertThat(get("/healthz?verbose")).isEqualTo("200 [+]ping ok\n[+]late ok\nhealthz check passed\n");
        checks.remove("late");
        assertThat(get("/healthz/late")).startsWith("404");
        assertThat(checks.covers("/healthz/late")).isTrue();
        assertThat(checks.covers("/healthzz")).isFalse();
    }

    private String get(String path) throws Exception {
        var uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        var answer = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
        return answer.statusCode() + " " + answer.body();
    }
}
