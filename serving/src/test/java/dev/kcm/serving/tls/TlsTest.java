package dev.kcm.serving.tls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.Clock;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.PemText;
import dev.kcm.base.x509.Subject;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.base.x509.Usage;
import dev.kcm.serving.Handler;
import dev.kcm.serving.Server;
import dev.kcm.serving.TestPki;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TlsTest {
    private static final Handler OK = exchange -> exchange.respondText(200, "ok");

    /// What the manager does with client certificates.
    private static final Handler WHO = exchange -> {
        var shown = exchange.peerCertificates();
        if (shown.isEmpty()) {
            exchange.respondText(200, "anonymous");
            return;
        }
        try {
            new TrustedAuthorities(List.of(TestPki.AUTHORITY.certificate()))
                    .check(shown, Usage.CLIENT_AUTH, Clock.system().instant());
            exchange.respondText(200, Subject.of(shown.getFirst()).toString());
        } catch (CertificateException _) {
            exchange.respondText(401, "Unauthorized");
        }
    };

    private static Server start(Tls tls, Handler handler) {
        return Server.on("127.0.0.1", 0).tls(tls).start(handler);
    }

    @Test
    void sees_the_clients_certificate_and_serves_clients_without_one() throws Exception {
        var jane = TestPki.client(TestPki.AUTHORITY, Subject.named("jane", "dev", "ops"));
        var stranger = TestPki.client(TestPki.authority("other"), Subject.named("jane"));
        var authorities = List.of(TestPki.AUTHORITY.certificate());
        try (var server = start(Tls.with(TestPki.SERVER).askingClients(() -> authorities), WHO)) {
            assertThat(ask(server, TestPki.clientContext(jane)))
                    .isEqualTo("200 Subject[commonName=jane, organizations=[dev, ops]]");
            assertThat(ask(server, TestPki.clientContext())).isEqualTo("200 anonymous");
            // the JDK's client shows only what the server's list of authorities asks for
            assertThat(ask(server, TestPki.clientContext(stranger))).isEqualTo("200 anonymous");
        }
    }

    @Test
    void lets_a_certificate_of_a_stranger_through_to_be_told_401() throws Exception {
        var stranger = TestPki.client(TestPki.authority("other"), Subject.named("jane"));
        try (var server = start(Tls.with(TestPki.SERVER).askingClients(List::of), WHO)) {
            assertThat(ask(server, TestPki.clientContext(stranger))).isEqualTo("401 Unauthorized");
        }
    }

    @Test
    void takes_a_changed_certificate_without_a_restart(@TempDir Path directory) throws Exception {
        var certificateFile = directory.resolve("tls.crt");
        var keyFile = directory.resolve("tls.key");
        TestPki.SERVER.write(certificateFile, keyFile);
        var clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
        try (var files = DynamicFileValue.certificate(certificateFile, keyFile, clock);
                var server = start(Tls.with(files), OK)) {
            assertThat(shown(server, "localhost")).isEqualTo(TestPki.SERVER.certificate());
            var next = TestPki.server("localhost", "127.0.0.1");

            Files.writeString(certificateFile, "rubbish");
            assertThat(files.refresh()).isFalse();
            assertThat(shown(server, "localhost")).isEqualTo(TestPki.SERVER.certificate());

            next.write(certificateFile, keyFile);
            assertThat(files.refresh()).isTrue();
            assertThat(shown(server, "localhost")).isEqualTo(next.certificate());
        }
    }

    @Test
    void picks_the_certificate_by_the_name_asked_for() throws Exception {
        var exact = TestPki.server("api.example.com");
        var wildcard = TestPki.server("*.example.com");
        var named = TestPki.server("whatever.invalid");
        var tls = Tls.with(TestPki.SERVER)
                .withSniCertificates(List.of(
                        new SniCertificate(List.of(), () -> wildcard),
                        new SniCertificate(List.of(), () -> exact),
                        new SniCertificate(List.of("kcm.local"), () -> named)));
        try (var server = start(tls, OK)) {
            assertThat(shown(server, "api.example.com")).isEqualTo(exact.certificate());
            assertThat(shown(server, "web.example.com")).isEqualTo(wildcard.certificate());
            assertThat(shown(server, "KCM.local")).isEqualTo(named.certificate());
            assertThat(shown(server, "else.invalid")).isEqualTo(TestPki.SERVER.certificate());
        }
    }

    @Test
    void keeps_to_the_minimum_version_and_the_chosen_cipher_suites() throws Exception {
        try (var server = start(Tls.with(TestPki.SERVER).withMinimum(TlsVersion.TLS_1_3), OK)) {
            assertThat(handshake(server, "TLSv1.3")).startsWith("TLS_AES");
            assertThatThrownBy(() -> handshake(server, "TLSv1.2")).isInstanceOf(SSLException.class);
        }
        var one = CipherSuite.named("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305");
        try (var server = start(Tls.with(TestPki.SERVER).withCipherSuites(List.of(one)), OK)) {
            assertThat(handshake(server, "TLSv1.2")).isEqualTo("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
            assertThatThrownBy(() -> handshake(server, "TLSv1.1")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void keeps_to_the_chosen_key_exchanges() throws Exception {
        assertThat(NamedGroups.supported()).contains("x25519", "secp256r1", "secp384r1");
        try (var server = start(Tls.with(TestPki.SERVER).withNamedGroups(List.of("secp384r1")), OK)) {
            assertThatThrownBy(
                            () -> handshake(server, parameters -> parameters.setNamedGroups(new String[] {"x25519"})))
                    .isInstanceOf(SSLException.class);
            handshake(server, parameters -> parameters.setNamedGroups(new String[] {"x25519", "secp384r1"}));
        }
    }

    @Test
    void offers_http2_unless_told_not_to() throws Exception {
        try (var server = start(Tls.with(TestPki.SERVER).withoutHttp2(), OK);
                var client = HttpClient.newBuilder()
                        .sslContext(TestPki.clientContext())
                        .build()) {
            var request = HttpRequest.newBuilder(uri(server)).build();
            assertThat(client.send(request, BodyHandlers.ofString()).version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        }
    }

    @Test
    void names_versions_and_suites_as_go_does() {
        assertThat(TlsVersion.named("")).isEqualTo(TlsVersion.TLS_1_2);
        assertThat(TlsVersion.named("VersionTLS13")).isEqualTo(TlsVersion.TLS_1_3);
        assertThatThrownBy(() -> TlsVersion.named("VersionTLS10")).hasMessageContaining("TLS12");
        assertThatThrownBy(() -> TlsVersion.named("tls1.3")).hasMessageContaining("VersionTLS13");
        assertThatThrownBy(() -> CipherSuite.named("TLS_NONE"))
                .hasMessage("Cipher suite TLS_NONE not supported or doesn't exist");
        assertThat(CipherSuite.named("TLS_RSA_WITH_RC4_128_SHA").isInsecure()).isTrue();
    }

    @Test
    void refuses_a_key_that_does_not_belong_to_the_certificate() {
        var other = TestPki.server("other");
        assertThatThrownBy(() -> KeyedCertificate.parse(
                        Path.of("a.crt"),
                        PemText.certificates(TestPki.SERVER.chain()).getBytes(UTF_8),
                        Path.of("b.key"),
                        PemText.privateKey(other.key()).getBytes(UTF_8)))
                .hasMessageStartingWith("a.crt and b.key do not fit together")
                .hasMessageContaining("is not that of the certificate of");
    }

    private static URI uri(Server server) {
        return URI.create("https://127.0.0.1:" + server.address().getPort() + "/");
    }

    private static String ask(Server server, SSLContext context) throws Exception {
        try (var client = HttpClient.newBuilder().sslContext(context).build()) {
            var request = HttpRequest.newBuilder(uri(server)).build();
            var answer = client.send(request, BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
    }

    private static X509Certificate shown(Server server, String name) throws IOException {
        try (var socket = socket(server)) {
            var parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static String handshake(Server server, String protocol) throws IOException {
        try (var socket = socket(server)) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.startHandshake();
            return socket.getSession().getCipherSuite();
        }
    }

    private static void handshake(Server server, Consumer<SSLParameters> choices) throws IOException {
        try (var socket = socket(server)) {
            var parameters = socket.getSSLParameters();
            choices.accept(parameters);
            socket.setSSLParameters(parameters);
            socket.startHandshake();
        }
    }

    private static SSLSocket socket(Server server) throws IOException {
        return (SSLSocket) TestPki.clientContext()
                .getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort());
    }
}
