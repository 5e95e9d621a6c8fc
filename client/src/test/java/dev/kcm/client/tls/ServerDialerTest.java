package dev.kcm.client.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.Clock;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.pem.Pem;
import dev.kcm.client.http.HeaderBlock;
import dev.kcm.client.http.HttpPool;
import dev.kcm.client.http.HttpRequest;
import dev.kcm.client.http.IdleTimeout;
import dev.kcm.client.http.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ServerDialerTest {
    private static final Trust OURS = new Trust.Roots(Pem.certificates("authority", text("authority.crt")));

    @Test
    void shows_its_certificate_and_checks_the_servers() throws Exception {
        try (var server = tlsServer()) {
            for (var name : List.of("first", "second")) {
                assertThat(get(server, "localhost", settings(OURS, certificate(name))))
                        .isEqualTo("CN=" + name + ",O=system:masters");
            }
            assertThat(get(server, "127.0.0.1", settings(OURS, certificate("first"))))
                    .contains("first");
        }
    }

    @Test
    void reads_rsa_keys_in_both_encodings() throws Exception {
        try (var server = tlsServer()) {
            for (var key : List.of("rsa-pkcs1.key", "rsa-pkcs8.key")) {
                var certificate = ClientCertificate.parse("rsa.crt", text("rsa.crt"), key, text(key));
                assertThat(get(server, "localhost", settings(OURS, certificate)))
                        .isEqualTo("CN=rsa");
            }
        }
    }

    @Test
    void refuses_a_server_that_strangers_vouch_for() throws Exception {
        var strangers = new Trust.Roots(Pem.certificates("other", text("other-authority.crt")));
        try (var server = tlsServer()) {
            assertThatThrownBy(() -> get(server, "localhost", settings(strangers, certificate("first"))))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("TLS with https://localhost:");
            assertThatThrownBy(() -> get(server, "localhost", settings(new Trust.SystemRoots(), certificate("first"))))
                    .isInstanceOf(SSLException.class);
        }
    }

    @Test
    void checks_the_name_and_takes_another_when_told() throws Exception {
        try (var server = tlsServer()) {
            var plain = settings(OURS, certificate("first"));
            assertThatThrownBy(() -> get(server, "127.0.0.2", plain)).isInstanceOf(SSLException.class);

            var named = new TlsSettings(OURS, Optional.of(certificate("first")), Optional.of("api.example"));
            assertThat(get(server, "127.0.0.2", named)).contains("first");

            var wrong = new TlsSettings(OURS, Optional.of(certificate("first")), Optional.of("www.example"));
            assertThatThrownBy(() -> get(server, "localhost", wrong)).isInstanceOf(SSLException.class);
        }
    }

    /// The JDK takes them for no host names; Go, and many a private network, does not mind.
    @Test
    void talks_to_hosts_with_underscores_in_their_names() throws Exception {
        var own = ClientCertificate.parse(
                "underscore.crt", text("underscore.crt"), "underscore.key", text("underscore.key"));
        var trust = new Trust.Roots(Pem.certificates("underscore", text("underscore.crt")));
        try (var server = tlsServer(own, _ -> {}, _ -> "hello")) {
            for (var name : List.of("api_server.internal", "one.my_cluster.internal", "API_server.internal")) {
                var named = new TlsSettings(trust, Optional.of(certificate("first")), Optional.of(name));
                assertThat(get(server, "127.0.0.1", named)).as(name).isEqualTo("hello");
            }
            for (var name : List.of("api_server2.internal", "a.b.my_cluster.internal", "my_cluster.internal")) {
                var wrong = new TlsSettings(trust, Optional.of(certificate("first")), Optional.of(name));
                assertThatThrownBy(() -> get(server, "127.0.0.1", wrong))
                        .as(name)
                        .isInstanceOf(SSLException.class);
            }
            var stranger = new TlsSettings(OURS, Optional.of(certificate("first")), Optional.of("api_server.internal"));
            assertThatThrownBy(() -> get(server, "127.0.0.1", stranger)).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void reads_addresses_with_underscores() {
        assertThat(ServerAddress.parse("https://api_server.my_net:6443/prefix/"))
                .isEqualTo(new ServerAddress(true, "api_server.my_net", 6443, "/prefix"));
        assertThat(ServerAddress.parse("api_server")).isEqualTo(new ServerAddress(true, "api_server", 443, ""));
        assertThat(ServerAddress.parse("https://[fd00::1]:6443").host()).isEqualTo("fd00::1");
        for (var bad : List.of("https://", "https://a_b:port", "https://:6443", "ftp://a_b", "https://a_b:99999")) {
            assertThatThrownBy(() -> ServerAddress.parse(bad)).as(bad).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(ProxyAddress.parse("http://us%3Aer:pass%20word@squid_one:3128"))
                .isEqualTo(new ProxyAddress("squid_one", 3128, Optional.of("us:er:pass word")));
        assertThat(ProxyAddress.parse("squid_one")).isEqualTo(new ProxyAddress("squid_one", 80, Optional.empty()));
    }

    @Test
    void skips_all_checks_only_when_told() throws Exception {
        try (var server = tlsServer()) {
            var careless = settings(new Trust.Anyone(), certificate("first"));

            assertThat(get(server, "127.0.0.2", careless)).contains("first");
        }
    }

    @Test
    void new_settings_hold_for_new_connections() throws Exception {
        try (var server = tlsServer()) {
            var address = ServerAddress.parse("https://localhost:" + server.port());
            var dialer = new ServerDialer(address, Optional.empty(), settings(OURS, certificate("first")));
            try (var pool = pool(dialer)) {
                assertThat(get(pool)).contains("first");
                dialer.replace(settings(OURS, certificate("second")));
                assertThat(get(pool)).contains("first");
                pool.renew();
                assertThat(get(pool)).contains("second");
            }
        }
    }

    @Test
    void says_where_it_could_not_connect() throws Exception {
        int port;
        try (var unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = unused.getLocalPort();
        }
        var dialer = new ServerDialer(
                ServerAddress.parse("https://127.0.0.1:" + port),
                Optional.empty(),
                settings(OURS, certificate("first")));

        assertThatThrownBy(() -> dialer.dial(_ -> {})).hasMessageContaining("Cannot connect to 127.0.0.1 port " + port);
    }

    /// A balancer that closes what is quiet knows nothing of TLS, so there is no good-bye.
    @Test
    void writes_on_a_new_connection_when_the_kept_one_was_closed_on_the_way() throws Exception {
        var clock = new VirtualClock(Instant.EPOCH);
        var through = new LinkedBlockingQueue<java.net.Socket>();
        try (var server = tlsServer();
                var balancer = ScriptedServer.playing(peer -> {
                    try (var onward = new java.net.Socket(InetAddress.getLoopbackAddress(), server.port())) {
                        through.add(peer.socket());
                        Thread.ofVirtual().start(() -> copy(onward, peer.socket()));
                        peer.in().transferTo(onward.getOutputStream());
                    }
                });
                var pool = pool(dialer(balancer), clock)) {
            for (int quiet = 0; quiet < 3; quiet++) {
                var post = new HttpRequest("POST", "/", HeaderBlock.of("Host", "test"), new byte[] {'{', '}'});
                try (var response = pool.send(post, clock.deadlineIn(Duration.ofMinutes(1)))) {
                    assertThat(response.status()).isEqualTo(200);
                    response.readAll(1000);
                }
                through.take().close();
                clock.advance(Duration.ofSeconds(20));
            }
            assertThat(balancer.connections()).isEqualTo(3);
        }
    }

    @Test
    void goes_through_a_proxy_by_connect() throws Exception {
        var asked = Collections.synchronizedList(new ArrayList<String>());
        try (var server = tlsServer();
                var proxy = ScriptedServer.playing(peer -> {
                    asked.add(peer.request());
                    peer.send("HTTP/1.1 200 Connection established\r\n\r\n");
                    try (var onward = new java.net.Socket(InetAddress.getLoopbackAddress(), server.port())) {
                        Thread.ofVirtual().start(() -> copy(onward, peer.socket()));
                        peer.in().transferTo(onward.getOutputStream());
                    }
                })) {
            var address = ServerAddress.parse("https://localhost:" + server.port());
            var through = ProxyAddress.parse("http://user:word@127.0.0.1:" + proxy.port());
            var dialer = new ServerDialer(address, Optional.of(through), settings(OURS, certificate("first")));
            try (var pool = pool(dialer)) {
                assertThat(get(pool)).contains("first");
            }
            assertThat(asked.getFirst())
                    .startsWith("CONNECT localhost:" + server.port() + " HTTP/1.1\r\n")
                    .contains("Proxy-Authorization: Basic dXNlcjp3b3Jk\r\n");
        }
    }

    @Test
    void says_when_a_proxy_refuses() throws Exception {
        try (var proxy = ScriptedServer.playing(peer -> {
            peer.request();
            peer.send("HTTP/1.1 403 Forbidden\r\n\r\n");
        })) {
            var dialer = new ServerDialer(
                    ServerAddress.parse("https://api.example"),
                    Optional.of(ProxyAddress.parse("127.0.0.1:" + proxy.port())),
                    settings(OURS, certificate("first")));

            assertThatThrownBy(() -> dialer.dial(_ -> {}))
                    .hasMessageContaining("refused a tunnel to api.example:443: HTTP/1.1 403");
        }
    }

    @Test
    void reads_the_proxy_from_the_environment_as_go_does() {
        var server = ServerAddress.parse("https://10.1.2.3:6443");
        var proxy = Map.of("https_proxy", "http://proxy:3128");
        assertThat(ProxyAddress.fromEnvironment(proxy, server))
                .contains(new ProxyAddress("proxy", 3128, Optional.empty()));
        for (var exempt : List.of("10.0.0.0/8", "*", "10.1.2.3", "x, 10.1.2.3:6443")) {
            var environment = Map.of("HTTPS_PROXY", "http://proxy:3128", "NO_PROXY", exempt);
            assertThat(ProxyAddress.fromEnvironment(environment, server)).isEmpty();
        }
        var named = ServerAddress.parse("https://api.example:6443");
        for (var exempt : List.of("example", ".example", "*.example", "api.example")) {
            var environment = Map.of("HTTPS_PROXY", "http://proxy:3128", "no_proxy", exempt);
            assertThat(ProxyAddress.fromEnvironment(environment, named)).isEmpty();
        }
        for (var other : List.of("ample", "192.168.0.0/16", "b.example")) {
            var environment = Map.of("HTTPS_PROXY", "http://proxy:3128", "NO_PROXY", other);
            assertThat(ProxyAddress.fromEnvironment(environment, named)).isPresent();
        }
        assertThat(ProxyAddress.fromEnvironment(proxy, ServerAddress.parse("https://127.0.0.1")))
                .isEmpty();
        assertThatThrownBy(() -> ProxyAddress.parse("socks5://proxy:1080"))
                .hasMessageContaining("only http://HOST:PORT");
    }

    @Test
    void reads_addresses() {
        assertThat(ServerAddress.parse("https://[::1]:6443/")).isEqualTo(new ServerAddress(true, "::1", 6443, ""));
        assertThat(ServerAddress.parse("api:6443").toString()).isEqualTo("https://api:6443");
        assertThat(ServerAddress.parse("https://proxy/k8s/c-1").path()).isEqualTo("/k8s/c-1");
        assertThat(ServerAddress.parse("http://[fd00::1]").authority()).isEqualTo("[fd00::1]:80");
        assertThatThrownBy(() -> ServerAddress.parse("ftp://x")).hasMessageContaining("ftp://x");
        assertThatThrownBy(() -> ServerAddress.parse("https://")).hasMessageContaining("https://");
    }

    @Test
    void prefers_chacha20_once_it_is_told_to() throws Exception {
        try (var server = tlsServer(
                listener -> {
                    var parameters = listener.getSSLParameters();
                    parameters.setUseCipherSuitesOrder(false);
                    listener.setSSLParameters(parameters);
                },
                SSLSession::getCipherSuite)) {
            var dialer = dialer(server);
            try (var pool = pool(dialer)) {
                assertThat(get(pool)).contains("_AES_");
                dialer.preferChaCha20();
                pool.renew();
                assertThat(get(pool)).isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
                dialer.replace(settings(OURS, certificate("second")));
                pool.renew();
                assertThat(get(pool)).isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
            }
        }
    }

    private static ServerDialer dialer(ScriptedServer server) {
        return new ServerDialer(
                ServerAddress.parse("https://localhost:" + server.port()),
                Optional.empty(),
                settings(OURS, certificate("first")));
    }

    /// Answers with the subject of the client's certificate.
    private static ScriptedServer tlsServer() throws Exception {
        return tlsServer(_ -> {}, ServerDialerTest::subject);
    }

    private static String subject(SSLSession session) {
        try {
            return session.getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException nobody) {
            throw new UncheckedIOException(nobody);
        }
    }

    private static ScriptedServer tlsServer(Consumer<SSLServerSocket> prepared, Function<SSLSession, String> answer)
            throws Exception {
        return tlsServer(
                ClientCertificate.parse("server.crt", text("server.crt"), "server.key", text("server.key")),
                prepared,
                answer);
    }

    private static ScriptedServer tlsServer(
            ClientCertificate certificate, Consumer<SSLServerSocket> prepared, Function<SSLSession, String> answer)
            throws Exception {
        var context = SSLContext.getInstance("TLS");
        var roots = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        var store = java.security.KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
                "authority",
                Pem.certificates("authority", text("authority.crt")).getFirst());
        roots.init(store);
        context.init(new KeyManager[] {new ServerKey(certificate)}, roots.getTrustManagers(), null);
        var listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getByName("0.0.0.0"));
        prepared.accept(listener);
        listener.setNeedClientAuth(true);
        return ScriptedServer.on(listener, peer -> {
            var session = ((SSLSocket) peer.socket()).getSession();
            for (var next = peer.request(); !next.isEmpty(); next = peer.request()) {
                peer.answer(answer.apply(session));
            }
        });
    }

    private static final class ServerKey extends javax.net.ssl.X509ExtendedKeyManager {
        private final ClientKeyManager identity;

        ServerKey(ClientCertificate certificate) {
            this.identity = new ClientKeyManager(certificate);
        }

        @Override
        public String[] getClientAliases(String type, java.security.Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseClientAlias(String[] types, java.security.Principal[] issuers, java.net.Socket socket) {
            return "";
        }

        @Override
        public String[] getServerAliases(String type, java.security.Principal[] issuers) {
            return new String[] {"server"};
        }

        @Override
        public String chooseServerAlias(String type, java.security.Principal[] issuers, java.net.Socket socket) {
            return "server";
        }

        @Override
        public java.security.cert.X509Certificate[] getCertificateChain(String alias) {
            return identity.getCertificateChain(alias);
        }

        @Override
        public java.security.PrivateKey getPrivateKey(String alias) {
            return identity.getPrivateKey(alias);
        }
    }

    private static String get(ScriptedServer server, String host, TlsSettings settings) throws IOException {
        var address = ServerAddress.parse("https://" + host + ":" + server.port());
        var dialer = new ServerDialer(address, Optional.empty(), settings);
        try (var pool = pool(dialer)) {
            return get(pool);
        }
    }

    private static HttpPool pool(ServerDialer dialer) {
        return pool(dialer, Clock.system());
    }

    private static HttpPool pool(ServerDialer dialer, Clock clock) {
        return new HttpPool(dialer, clock, HttpPool.Limits.USUAL, new IdleTimeout("test", clock));
    }

    private static String get(HttpPool pool) throws IOException {
        var request = HttpRequest.get("/", HeaderBlock.of("Host", "test"));
        try (var response = pool.send(request, Clock.system().deadlineIn(Duration.ofSeconds(20)))) {
            return new String(response.readAll(1000), StandardCharsets.UTF_8);
        }
    }

    private static void copy(java.net.Socket from, java.net.Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // the other side has gone
        }
    }

    private static TlsSettings settings(Trust trust, ClientCertificate certificate) {
        return new TlsSettings(trust, Optional.of(certificate), Optional.empty());
    }

    private static ClientCertificate certificate(String name) {
        return ClientCertificate.parse(name + ".crt", text(name + ".crt"), name + ".key", text(name + ".key"));
    }

    private static String text(String name) {
        try (var in = ServerDialerTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
