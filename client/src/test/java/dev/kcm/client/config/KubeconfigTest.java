package dev.kcm.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.pem.Pem;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.tls.ProxyAddress;
import dev.kcm.client.tls.Trust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigTest {
    @TempDir
    private Path directory;

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private final CredentialSources sources =
            new CredentialSources(clock, new Metrics(), Map.of("PATH", "/usr/bin:/bin"));

    @Test
    void reads_certificates_from_data() {
        var config = config(
                "certificate-authority-data: " + base64("authority.crt"),
                "client-certificate-data: %s\n    client-key-data: %s"
                        .formatted(base64("first.crt"), base64("first.key")));

        assertThat(config.server().toString()).isEqualTo("https://api.example:6443");
        assertThat(config.trust().trust()).isInstanceOf(Trust.Roots.class);
        assertThat(config.credentials().identity().certificate().orElseThrow().toString())
                .contains("CN=first");
        assertThat(config.namespace()).isEqualTo("team");
    }

    @Test
    void reads_files_relative_to_itself_and_again_when_they_change() throws IOException {
        copy("authority.crt", "ca.crt");
        copy("first.crt", "me.crt");
        copy("first.key", "me.key");
        var credentials = config("certificate-authority: ca.crt", "client-certificate: me.crt\n    client-key: me.key")
                .credentials();
        var first = credentials.identity();

        copy("second.crt", "me.crt");
        clock.advance(Duration.ofSeconds(61));
        assertThat(credentials.identity()).as("half replaced").isEqualTo(first);
        copy("second.key", "me.key");
        assertThat(credentials.identity()).as("not yet looked at").isEqualTo(first);
        clock.advance(Duration.ofSeconds(61));
        assertThat(credentials.identity().certificate().orElseThrow().toString())
                .contains("CN=second");

        Files.delete(directory.resolve("me.key"));
        clock.advance(Duration.ofSeconds(61));
        assertThat(credentials.identity().certificate().orElseThrow().toString())
                .contains("CN=second");
    }

    @Test
    void reads_tokens_and_passwords() {
        assertThat(user("token: abc").identity().authorization()).contains("Bearer abc");
        assertThat(user("username: me\n    password: word").identity().authorization())
                .contains("Basic bWU6d29yZA==");
        assertThat(user("{}").identity()).isEqualTo(ClientIdentity.ANONYMOUS);
    }

    @Test
    void reads_a_token_file_again_every_minute_and_when_refused() throws IOException {
        Files.writeString(directory.resolve("token"), "one\n");
        var credentials = user("tokenFile: token");
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("one"));

        Files.writeString(directory.resolve("token"), "two\n");
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("one"));
        clock.advance(Duration.ofSeconds(60));
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("two"));

        assertThat(credentials.renew(ClientIdentity.bearer("two"))).isFalse();
        Files.writeString(directory.resolve("token"), "three\n");
        assertThat(credentials.renew(ClientIdentity.bearer("two"))).isTrue();
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("three"));

        Files.delete(directory.resolve("token"));
        clock.advance(Duration.ofMinutes(5));
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("three"));
    }

    @Test
    void runs_a_plugin_until_its_credentials_expire_or_are_refused() throws IOException {
        plugin("""
            count=$(cat "$COUNT" 2>/dev/null || echo 0); count=$((count + 1)); echo $count > "$COUNT"
            echo "$KUBERNETES_EXEC_INFO" > "$COUNT.info"
            cat <<EOF
            {"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",
             "status":{"token":"token-$count-$1","expirationTimestamp":"1970-01-01T01:00:00Z"}}
            EOF
            """);
        var credentials = user(exec("v1", "args: [x]\n      provideClusterInfo: true"));
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("token-1-x"));
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("token-1-x"));
        assertThat(Files.readString(directory.resolve("count.info")))
                .contains("\"server\":\"https://api.example:6443\"")
                .contains("\"interactive\":false");

        clock.advance(Duration.ofHours(1));
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("token-2-x"));
    }

    @Test
    void runs_a_plugin_again_when_the_server_refuses_what_it_said() throws IOException {
        plugin("""
            count=$(cat "$COUNT" 2>/dev/null || echo 0); count=$((count + 1)); echo $count > "$COUNT"
            echo "{apiVersion: client.authentication.k8s.io/v1beta1, kind: ExecCredential,"
            echo " status: {token: token-$count}}"
            """);
        var credentials = user(exec("v1beta1", ""));
        var first = credentials.identity();

        assertThat(credentials.renew(first)).isTrue();
        assertThat(credentials.identity()).isEqualTo(ClientIdentity.bearer("token-2"));
    }

    @Test
    void takes_certificates_from_a_plugin() throws IOException {
        Files.writeString(directory.resolve("answer.json"), """
            {"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{
             "clientCertificateData":"%s","clientKeyData":"%s"}}\
            """.formatted(
                        resource("first.crt").replace("\n", "\\n"),
                        resource("first.key").replace("\n", "\\n")));
        plugin("cat \"$(dirname \"$0\")/answer.json\"");

        assertThat(user(exec("v1", "")).identity().certificate().orElseThrow().toString())
                .contains("CN=first");
    }

    @Test
    void says_what_is_wrong_with_a_plugin() throws IOException {
        assertThatThrownBy(() -> user(exec("v1", "installHint: get it there")).identity())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("users[me].user.exec: cannot run the plugin")
                .hasMessageContaining("get it there");
        plugin("echo no such luck >&2; exit 3");
        assertThatThrownBy(() -> user(exec("v1", "")).identity()).hasMessageContaining("failed with exit code 3");
        plugin("echo '{}'");
        assertThatThrownBy(() -> user(exec("v1", "")).identity()).hasMessageContaining("want ExecCredential");
        assertThatThrownBy(() -> user(exec("v2", "")))
                .hasMessageContaining("apiVersion is \"client.authentication.k8s.io/v2\"");
        assertThatThrownBy(() -> user(exec("v1", "interactiveMode: Always")))
                .hasMessageContaining("nobody sits at a terminal");
    }

    @Test
    void acts_as_someone_else() {
        var config = config("insecure-skip-tls-verify: true", """
            as: jane
                as-uid: u1
                as-groups: [a, b]
                as-user-extra: {Scope/x: [one, two]}
            """.strip());

        assertThat(config.impersonation().orElseThrow().headers())
                .containsExactly(
                        Map.entry("Impersonate-User", "jane"),
                        Map.entry("Impersonate-Uid", "u1"),
                        Map.entry("Impersonate-Group", "a"),
                        Map.entry("Impersonate-Group", "b"),
                        Map.entry("Impersonate-Extra-scope%2Fx", "one"),
                        Map.entry("Impersonate-Extra-scope%2Fx", "two"));
        assertThat(config.trust().trust()).isInstanceOf(Trust.Anyone.class);
        assertThatThrownBy(() -> config("{}", "as-groups: [a]")).hasMessageContaining("no \"as\"");
    }

    @Test
    void says_where_the_mistake_is() {
        assertThatThrownBy(() -> config("certificate-authority: nowhere.crt", "{}"))
                .hasMessageContaining("nowhere.crt")
                .hasMessageContaining("test.yaml: clusters[here].cluster.certificate-authority")
                .hasMessageContaining("there is no such file");
        assertThatThrownBy(() -> config("certificate-authority-data: '***'", "{}"))
                .hasMessageContaining("certificate-authority-data");
        assertThatThrownBy(() -> config(
                        "insecure-skip-tls-verify: true\n"
                                + "    certificate-authority-data: "
                                + base64("authority.crt"),
                        "{}"))
                .hasMessageContaining("drop one");
        assertThatThrownBy(() -> user("token: a\n    username: b")).hasMessageContaining("both a token and a username");
        assertThatThrownBy(() -> user("client-key-data: " + base64("first.key")))
                .hasMessageContaining("needs both");
        assertThatThrownBy(() -> user("client-certificate-data: %s\n    client-key-data: %s"
                        .formatted(base64("first.crt"), base64("rsa-pkcs1.key"))))
                .hasMessageContaining("is a key of type RSA");
        assertThatThrownBy(() -> user("auth-provider: {name: gcp}")).hasMessageContaining("use an exec plugin");
        assertThatThrownBy(() -> user("token: [a]")).hasMessageContaining("token must be a text");
        assertThatThrownBy(() -> parse("clusters: []").context("", sources)).hasMessageContaining("no current-context");
        assertThatThrownBy(() -> parse("current-context: x").context("", sources))
                .hasMessageContaining("contexts has no entry \"x\"");
        assertThatThrownBy(() -> parse("a: [")).hasMessageContaining("test.yaml is not valid YAML");
        assertThatThrownBy(() -> parse("- a")).hasMessageContaining("does not hold a YAML mapping");
        assertThatThrownBy(() -> Kubeconfig.read(Path.of("/no/such/file")))
                .hasMessageContaining("/no/such/file: there is no such file");
    }

    @Test
    void takes_flags_as_upstream_does() throws IOException {
        var file = directory.resolve("config.yaml");
        Files.writeString(file, text("insecure-skip-tls-verify: true", "token: abc"));

        var config = Configs.fromFlags(file.toString(), "https://other:1", sources);
        assertThat(config.server().toString()).isEqualTo("https://other:1");
        assertThat(config.credentials().identity()).isEqualTo(ClientIdentity.bearer("abc"));
        assertThat(Configs.fromFlags("", "http://plain:8080", sources).server().isEncrypted())
                .isFalse();
        assertThatThrownBy(() -> Configs.fromFlags("", "", sources)).hasMessageContaining("use --kubeconfig");
    }

    @Test
    void knows_its_way_in_a_pod() throws IOException {
        copy("authority.crt", "ca.crt");
        Files.writeString(directory.resolve("token"), "pod-token");
        Files.writeString(directory.resolve("namespace"), "kube-system");
        var pod = new CredentialSources(
                clock,
                new Metrics(),
                Map.of(
                        "KUBERNETES_SERVICE_HOST", "fd00::1",
                        "KUBERNETES_SERVICE_PORT", "443",
                        "HTTPS_PROXY", "http://proxy:3128"));

        var config = InCluster.config(directory, pod);

        assertThat(config.server().toString()).isEqualTo("https://[fd00::1]:443");
        assertThat(config.credentials().identity()).isEqualTo(ClientIdentity.bearer("pod-token"));
        assertThat(config.namespace()).isEqualTo("kube-system");
        assertThat(config.proxy()).contains(new ProxyAddress("proxy", 3128, Optional.empty()));
        assertThat(InCluster.config(
                                directory,
                                environment(Map.of(
                                        "KUBERNETES_SERVICE_HOST", "10.0.0.1",
                                        "KUBERNETES_SERVICE_PORT", "443",
                                        "HTTPS_PROXY", "http://proxy:3128",
                                        "NO_PROXY", "10.0.0.0/8")))
                        .proxy())
                .isEmpty();
    }

    @Test
    void the_server_of_the_flag_is_reached_its_own_way() throws IOException {
        var file = directory.resolve("config.yaml");
        Files.writeString(file, text("insecure-skip-tls-verify: true\n    tls-server-name: api.example", "token: abc"));
        var proxied = environment(Map.of("HTTPS_PROXY", "http://proxy:3128", "NO_PROXY", "api.example"));

        assertThat(Configs.fromFlags(file.toString(), "", proxied).proxy()).isEmpty();
        var other = Configs.fromFlags(file.toString(), "https://other:1", proxied);
        assertThat(other.proxy()).isPresent();
        assertThat(other.serverName()).as("is that of the other server").isEmpty();
    }

    @Test
    void trusts_what_the_machine_trusts_as_go_finds_it() throws IOException {
        copy("authority.crt", "bundle.pem");
        var certificates = Files.createDirectory(directory.resolve("certificates"));
        Files.writeString(
                certificates.resolve("other.pem"),
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" + resource("other-authority.crt"));
        Files.writeString(certificates.resolve("README"), "no certificate");
        Files.createSymbolicLink(certificates.resolve("0123abcd.0"), Path.of("other.pem"));

        var both = environment(Map.of(
                "SSL_CERT_FILE",
                directory.resolve("bundle.pem").toString(),
                "SSL_CERT_DIR",
                directory.resolve("missing") + ":" + certificates));
        var expected = new Trust.Roots(List.of(
                Pem.certificates("", resource("authority.crt")).getFirst(),
                Pem.certificates("", resource("other-authority.crt")).getFirst()));
        assertThat(parse(text("{}", "{}")).context("", both).trust().trust()).isEqualTo(expected);
        assertThat(Configs.fromFlags("", "https://other:1", both).trust().trust())
                .isEqualTo(expected);
    }

    @Test
    void a_token_a_password_or_a_certificate_comes_before_a_plugin() throws IOException {
        plugin("touch \"$COUNT\"; exit 1");
        assertThat(user("token: abc\n    " + exec("v1", "")).identity()).isEqualTo(ClientIdentity.bearer("abc"));
        assertThat(user("username: me\n    password: secret\n    " + exec("v1", ""))
                        .identity()
                        .authorization())
                .hasValueSatisfying(it -> assertThat(it).startsWith("Basic "));
        assertThat(user("client-certificate-data: %s\n    client-key-data: %s\n    %s"
                                .formatted(base64("first.crt"), base64("first.key"), exec("v1", "")))
                        .identity()
                        .certificate())
                .isPresent();
        assertThat(directory.resolve("count")).as("the plugin was never run").doesNotExist();
        assertThatThrownBy(() -> user("token: abc\n    " + exec("v2", ""))).hasMessageContaining("apiVersion");
    }

    @Test
    void tells_a_plugin_what_the_cluster_has_for_it() throws IOException {
        plugin("echo \"$KUBERNETES_EXEC_INFO\" > \"$COUNT.info\"; exit 1");
        var cluster = """
            insecure-skip-tls-verify: true
                disable-compression: true
                extensions:
                - {name: other, extension: {no: no}}
                - name: client.authentication.k8s.io/exec
                  extension: {audience: "06e3\\"x", tags: [a, 1, 2.5, true, null], nested: {k: v}}
            """.strip();
        var asked = config(cluster, exec("v1", "provideClusterInfo: true")).credentials();
        assertThatThrownBy(asked::identity).isInstanceOf(ConfigException.class);
        assertThat(Files.readString(directory.resolve("count.info")))
                .contains("\"disable-compression\":true")
                .contains(
                        "\"config\":{\"audience\":\"06e3\\\"x\",\"tags\":[\"a\",1,2.5,true,null],\"nested\":{\"k\":\"v\"}}");

        var unasked = config(cluster, exec("v1", "")).credentials();
        assertThatThrownBy(unasked::identity).isInstanceOf(ConfigException.class);
        assertThat(Files.readString(directory.resolve("count.info"))).doesNotContain("audience");
    }

    @Test
    void finds_its_proxy() {
        assertThat(config("proxy-url: http://p:3128\n    insecure-skip-tls-verify: true", "{}")
                        .proxy())
                .contains(new ProxyAddress("p", 3128, Optional.empty()));
        assertThatThrownBy(() -> config("proxy-url: socks5://p", "{}"))
                .hasMessageContaining("clusters[here].cluster.proxy-url");
    }

    private CredentialSources environment(Map<String, String> variables) {
        return new CredentialSources(clock, new Metrics(), variables);
    }

    private Credentials user(String user) {
        return config("insecure-skip-tls-verify: true", user).credentials();
    }

    private ClientConfig config(String cluster, String user) {
        return parse(text(cluster, user)).context("", sources);
    }

    private Kubeconfig parse(String text) {
        return Kubeconfig.parse("test.yaml", directory, text);
    }

    private static String text(String cluster, String user) {
        return String.join(
                "\n",
                List.of(
                        "apiVersion: v1",
                        "kind: Config",
                        "current-context: main",
                        "contexts:",
                        "- {name: other, context: {cluster: x, user: y}}",
                        "- {name: main, context: {cluster: here, user: me, namespace: team}}",
                        "clusters:",
                        "- name: here",
                        "  cluster:",
                        "    server: https://api.example:6443",
                        "    " + (cluster.equals("{}") ? "" : cluster),
                        "users:",
                        "- name: me",
                        "  user:",
                        "    " + user));
    }

    private String exec(String version, String more) {
        return """
            exec:
                  apiVersion: client.authentication.k8s.io/%s
                  command: ./plugin
                  env: [{name: COUNT, value: %s}]
                  %s
            """.formatted(version, directory.resolve("count"), more).strip();
    }

    private void plugin(String script) throws IOException {
        var file = directory.resolve("plugin");
        Files.writeString(file, "#!/bin/sh\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void copy(String resource, String name) throws IOException {
        Files.writeString(directory.resolve(name), resource(resource));
    }

    private static String base64(String resource) {
        return Base64.getEncoder().encodeToString(resource(resource).getBytes(StandardCharsets.UTF_8));
    }

    private static String resource(String name) {
        try (var in = KubeconfigTest.class.getResourceAsStream("/dev/kcm/client/tls/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }
}
