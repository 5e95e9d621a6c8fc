package dev.kcm.manager.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.CertificateTemplate;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.PemText;
import dev.kcm.base.x509.Subject;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.ConfigException;
import dev.kcm.manager.PortClient;
import dev.kcm.manager.access.Access;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.options.SecureServingOptions;
import dev.kcm.serving.health.HealthCheck;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The expected answers are those of upstream's binary, byte for byte.
class SecurePortTest {
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    private static final CertificateAuthority PEOPLE = authority("people");
    private static final CertificateAuthority PROXIES = authority("proxies");

    private final VirtualClock clock = new VirtualClock(NOW);
    private final ReviewingServer server = new ReviewingServer();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void close() throws Exception {
        for (var resource : opened.reversed()) {
            resource.close();
        }
    }

    @Test
    void health_is_open_to_everyone() throws Exception {
        var answer = anonymous(open()).get("/healthz");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ok");
        assertThat(header(answer, "cache-control")).isEqualTo("no-cache, private");
        assertThat(server.questions).isEmpty();
    }

    @Test
    void anonymous_callers_are_told_what_they_may_not() throws Exception {
        var answer = anonymous(open()).get("/metrics");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(header(answer, "content-type")).isEqualTo("application/json");
        assertThat(answer.body())
                .isEqualTo(
                        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"forbidden:"
                            + " User \\\"system:anonymous\\\" cannot get path"
                            + " \\\"/metrics\\\"\",\"reason\":\"Forbidden\",\"details\":{},\"code\":403}\n");
        assertThat(server.questions).containsExactly("may system:anonymous of [system:unauthenticated] get /metrics");
    }

    @Test
    void people_get_failures_indented() throws Exception {
        var answer = anonymous(open()).get("/metrics", "User-Agent", "curl/8.0", "Authorization", "Bearer bad");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).isEqualTo("""
            {
              "kind": "Status",
              "apiVersion": "v1",
              "metadata": {},
              "status": "Failure",
              "message": "Unauthorized",
              "reason": "Unauthorized",
              "code": 401
            }\
            """);
    }

    @Test
    void a_worthless_token_is_turned_away_even_from_health() throws Exception {
        var client = anonymous(open());
        assertThat(client.get("/healthz", "Authorization", "Bearer bad").statusCode())
                .isEqualTo(401);
        assertThat(client.get("/healthz", "Authorization", "Basic bad").statusCode())
                .isEqualTo(200);
    }

    @Test
    void answers_about_tokens_and_permissions_are_kept_for_ten_seconds() throws Exception {
        var client = anonymous(open());
        assertThat(client.get("/metrics", "Authorization", "Bearer good-reader").statusCode())
                .isEqualTo(200);
        assertThat(client.get("/metrics", "Authorization", "Bearer good-reader").statusCode())
                .isEqualTo(200);
        assertThat(server.questions)
                .containsExactly("whose is good-reader", "may reader of [system:authenticated] get /metrics");
        clock.advance(Duration.ofSeconds(11));
        assertThat(client.get("/metrics", "Authorization", "Bearer good-reader").statusCode())
                .isEqualTo(200);
        assertThat(server.questions).hasSize(4);
    }

    @Test
    void a_token_that_could_not_be_reviewed_counts_for_nothing_and_is_not_remembered() throws Exception {
        var client = anonymous(open());
        server.isDown = true;
        assertThat(client.get("/metrics", "Authorization", "Bearer good-reader").statusCode())
                .isEqualTo(401);
        assertThat(client.get("/metrics").statusCode()).isEqualTo(500);
        server.isDown = false;
        assertThat(client.get("/metrics", "Authorization", "Bearer good-reader").statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_certificate_of_our_authority_names_its_owner() throws Exception {
        var port = open();
        var master = as(port, client(PEOPLE, Subject.named("root", "system:masters")));
        assertThat(master.get("/nosuch").statusCode()).isEqualTo(404);
        assertThat(master.get("/configz").statusCode()).isEqualTo(200);
        assertThat(server.questions).isEmpty();
        var jane = as(port, client(PEOPLE, Subject.named("jane", "devs")));
        assertThat(jane.get("/metrics").body()).contains("User \\\"jane\\\" cannot get path");
        assertThat(server.questions).containsExactly("may jane of [devs, system:authenticated] get /metrics");
    }

    @Test
    void a_certificate_of_another_authority_is_turned_away() throws Exception {
        var stranger = as(open(), client(authority("people"), Subject.named("root", "system:masters")));
        assertThat(stranger.get("/healthz").statusCode()).isEqualTo(401);
        assertThat(stranger.get("/metrics", "Authorization", "Bearer good-reader")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_proxy_may_say_who_the_caller_is_and_nobody_else_may() throws Exception {
        var port = open();
        var proxy = as(port, client(PROXIES, Subject.named("front")));
        assertThat(proxy.get("/metrics", "X-Remote-User", "reader").statusCode())
                .isEqualTo(200);
        assertThat(proxy.get("/metrics").statusCode()).isEqualTo(401);
        var jane = as(port, client(PEOPLE, Subject.named("jane")));
        assertThat(jane.get("/metrics", "X-Remote-User", "reader").statusCode()).isEqualTo(403);
    }

    @Test
    void authorities_come_from_the_cluster_when_flags_name_none() throws Exception {
        server.published = java.util.Map.of(
                "client-ca-file",
                PemText.certificate(PEOPLE.certificate()),
                "requestheader-client-ca-file",
                PemText.certificate(PROXIES.certificate()),
                "requestheader-username-headers",
                "[\"X-Who\"]",
                "requestheader-allowed-names",
                "[\"front\"]");
        var port = open(List.of());
        var jane = as(port, client(PEOPLE, Subject.named("jane")));
        assertThat(jane.get("/metrics").body()).contains("User \\\"jane\\\"");
        var proxy = as(port, client(PROXIES, Subject.named("front")));
        assertThat(proxy.get("/metrics", "X-Who", "reader").statusCode()).isEqualTo(200);
        var other = as(port, client(PROXIES, Subject.named("back")));
        assertThat(other.get("/metrics", "X-Who", "reader").statusCode()).isEqualTo(401);
    }

    /// An empty list allows any name of the proxies' authority, so nothing else may be taken for one.
    @ParameterizedTest
    @ValueSource(strings = {"front", "\"front\"", "[\"front\"", "{\"front\": true}", "[1]", "[[\"front\"]]", "- front"})
    void malformed_allowed_names_let_no_proxy_through(String names) throws Exception {
        server.published = java.util.Map.of(
                "requestheader-client-ca-file",
                PemText.certificate(PROXIES.certificate()),
                "requestheader-username-headers",
                "[\"X-Who\"]",
                "requestheader-allowed-names",
                names);
        assertThatThrownBy(() -> open(List.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("requestheader-allowed-names");
        var port = open(List.of("--authentication-tolerate-lookup-failure"));
        var proxy = as(port, client(PROXIES, Subject.named("back")));
        assertThat(proxy.get("/metrics", "X-Who", "reader").statusCode()).isEqualTo(401);
    }

    @Test
    void key_exchanges_are_those_that_the_flag_names() throws Exception {
        var port = open(List.of("--tls-curve-preferences=24,4588", "--authentication-skip-lookup"))
                .address()
                .getPort();
        PortClient.handshake(port, "secp384r1");
        assertThatThrownBy(() -> PortClient.handshake(port, "x25519")).isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> open(List.of("--tls-curve-preferences=4588", "--authentication-skip-lookup")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("--tls-curve-preferences", "X25519MLKEM768", "x25519");
    }

    @Test
    void refuses_to_start_when_the_cluster_does_not_say_unless_that_is_tolerated() throws Exception {
        server.isDown = true;
        assertThatThrownBy(() -> open(List.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--authentication-tolerate-lookup-failure");
        var port = open(List.of("--authentication-tolerate-lookup-failure"));
        assertThat(anonymous(port).get("/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void the_self_signed_certificate_outlives_a_restart_in_its_directory() throws Exception {
        var certificates = directory.resolve("certificates");
        open(List.of("--cert-dir=" + certificates, "--authentication-skip-lookup"))
                .close();
        var first = Files.readString(certificates.resolve("kube-controller-manager.crt"));
        open(List.of("--cert-dir=" + certificates, "--authentication-skip-lookup"));
        assertThat(certificates.resolve("kube-controller-manager.crt")).hasContent(first);
        assertThat(certificates.resolve("kube-controller-manager.key")).exists();
    }

    @Test
    void health_checks_are_counted_and_the_counts_can_be_reset() throws Exception {
        var client = as(open(), client(PEOPLE, Subject.named("root", "system:masters")));
        var _ = client.get("/healthz");
        assertThat(client.get("/metrics/slis").body())
                .contains("kubernetes_healthchecks_total{name=\"well\",status=\"success\",type=\"healthz\"}" + " 1");
        assertThat(client.send("DELETE", "/metrics/slis").body()).isEqualTo("metrics reset\n");
        assertThat(client.get("/metrics/slis").body()).isEmpty();
    }

    @Test
    void pages_for_programs_must_be_asked_for_exactly() throws Exception {
        var client = as(open(), client(PEOPLE, Subject.named("root", "system:masters")));
        var exact = client.get("/statusz", "Accept", "application/json;v=v1beta1;g=config.k8s.io;as=Statusz");
        assertThat(header(exact, "content-type")).isEqualTo("application/json;g=config.k8s.io;v=v1beta1;as=Statusz");
        assertThat(client.get("/flagz", "Accept", "application/json").statusCode())
                .isEqualTo(406);
        assertThat(header(client.get("/flagz"), "content-type")).isEqualTo("text/plain; charset=utf-8");
    }

    @Test
    void who_comes_before_it_serves_waits() throws Exception {
        var port = bind(List.of());
        var asking = new FutureTask<>(() -> anonymous(port).get("/healthz").statusCode());
        Thread.startVirtualThread(asking);
        port.serve();
        assertThat(asking.get()).isEqualTo(200);
    }

    @Test
    void closed_before_it_serves_it_gives_the_port_back() throws Exception {
        var port = bind(List.of());
        port.close();
        port.serve();
        try (var again = new ServerSocket()) {
            again.bind(port.address());
            assertThat(again.isBound()).isTrue();
        }
    }

    private SecurePort open() throws IOException {
        return open(List.of(
                "--client-ca-file=" + file("people.crt", PEOPLE),
                "--requestheader-client-ca-file=" + file("proxies.crt", PROXIES)));
    }

    private SecurePort open(List<String> arguments) throws IOException {
        var port = bind(arguments);
        port.serve();
        return port;
    }

    private SecurePort bind(List<String> arguments) throws IOException {
        var all = new ArrayList<>(arguments);
        all.add("--bind-address=127.0.0.1");
        all.add("--secure-port=" + freePort());
        var options = options(all);
        var metrics = new Metrics();
        var reviewer = Optional.of(new Client(server, ClientSettings.usual(), clock, metrics));
        var access = Access.of(options, new Access.Reviewers(reviewer, reviewer), clock, metrics);
        var pages = new ManagerPages(options, Optional.empty(), metrics, clock, List::of);
        pages.add(HealthCheck.of("well", Optional::empty));
        var port = SecurePort.open(options.of(SecureServingOptions.FLAGS), access, pages, clock);
        opened.add(port);
        return port;
    }

    private PortClient anonymous(SecurePort port) {
        return kept(PortClient.to(port.address().getPort()));
    }

    private PortClient as(SecurePort port, KeyedCertificate certificate) {
        return kept(PortClient.to(port.address().getPort(), certificate));
    }

    private PortClient kept(PortClient client) {
        opened.add(client);
        return client;
    }

    private String file(String name, CertificateAuthority authority) throws IOException {
        return Files.writeString(directory.resolve(name), PemText.certificate(authority.certificate()))
                .toString();
    }

    private static ManagerOptions options(List<String> arguments) {
        return switch (CommandLine.read(arguments, () -> 0)) {
            case CommandLine.Run run -> run.options();
            case CommandLine.Refuse(var text) -> throw new IllegalStateException(text);
            case CommandLine.Print(var text) -> throw new IllegalStateException(text);
        };
    }

    private static CertificateAuthority authority(String name) {
        return CertificateAuthority.create(
                Subject.named(name), KeyKind.EC_P256, NOW.minusSeconds(60), NOW.plus(Duration.ofDays(1)));
    }

    private static KeyedCertificate client(CertificateAuthority authority, Subject subject) {
        return authority.issue(
                CertificateTemplate.client(subject, NOW.minusSeconds(60), NOW.plus(Duration.ofDays(1))),
                KeyKind.EC_P256);
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
