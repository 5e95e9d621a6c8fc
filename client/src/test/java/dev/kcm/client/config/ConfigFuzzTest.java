package dev.kcm.client.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.fuzzing.Budget;
import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Growth;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.pem.PemException;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Kubeconfig files, and what exec plugins print.
class ConfigFuzzTest {
    private static final CredentialSources SOURCES = new CredentialSources(Clock.system(), new Metrics(), Map.of());
    private static final Budget YAML =
            Budget.USUAL.bytes(32 << 20).bytesPerByte(8000).time(Duration.ofMillis(500));

    private static final String KUBECONFIG = """
        apiVersion: v1
        kind: Config
        current-context: a
        contexts:
        - name: a
          context: {cluster: c, user: u, namespace: n}
        clusters:
        - name: c
          cluster:
            server: https://127.0.0.1:6443
            insecure-skip-tls-verify: true
        users:
        - name: u
          user: {token: secret, as: somebody, as-groups: [g], as-user-extra: {k: [v]}}
        """;

    static Stream<Parser> parsers() {
        return Stream.of(
                Parser.ofText("kubeconfig", ConfigFuzzTest::kubeconfig)
                        .refusing(ConfigException.class)
                        .seeds(KUBECONFIG, "{\"current-context\":\"\"}", "a: &a [*a]", "a: &a {b: *a}\nc: *a")
                        .words(
                                "&a ",
                                "*a",
                                "<<: *a",
                                "? ",
                                "- ",
                                ": ",
                                "\n",
                                "!!binary ",
                                "|\n ",
                                "null",
                                "[",
                                "{",
                                "---\n")
                        .within(YAML),
                Parser.ofText(
                                "exec-credential",
                                text -> ExecCredential.parse("it", "client.authentication.k8s.io/v1", text))
                        .refusing(ConfigException.class, PemException.class)
                        .seeds("{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
                                + "\"status\":{\"token\":\"t\",\"expirationTimestamp\":\"2026-11-16T12:00:00Z\"}}")
                        .words("null", "{}", "\"clientCertificateData\":\"", "\"clientKeyData\":\"", "+999999999-")
                        .within(YAML));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_file_is_read_or_refused(Parser parser) {
        Fuzzer.attack(ConfigFuzzTest.class, parser);
    }

    private static void kubeconfig(String text) {
        var config = Kubeconfig.parse("it", Path.of("/nowhere"), text).context("", SOURCES);
        assertThat(config.server().authority()).isNotEmpty();
    }

    @Test
    void long_files_take_no_longer_than_their_length() {
        Growth.isLinear(
                "users",
                count -> KUBECONFIG + "- name: x\n  user: {token: t}\n".repeat(count),
                2_000,
                text -> Kubeconfig.parse("it", Path.of("/nowhere"), text));
    }
}
