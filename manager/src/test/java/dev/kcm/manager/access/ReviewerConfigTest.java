package dev.kcm.manager.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.ConfigException;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewerConfigTest {
    private static final Map<String, String> POD =
            Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1", "KUBERNETES_SERVICE_PORT", "443");

    @Test
    void without_a_kubeconfig_the_pod_it_runs_in_says_whom_to_ask() {
        assertThat(server("", POD, sources -> Configs.fromFlags("", "https://10.96.0.1:443", sources)))
                .contains("https://10.96.0.1:443");
    }

    @Test
    void outside_of_pods_there_is_nobody_to_ask() {
        assertThat(server("", Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1"), ReviewerConfigTest::unusable))
                .isEmpty();
    }

    @Test
    void a_pod_without_a_usable_service_account_starts_all_the_same() {
        assertThat(server("", POD, ReviewerConfigTest::unusable)).isEmpty();
    }

    @Test
    void a_kubeconfig_comes_first_and_must_be_usable(@TempDir Path directory) throws Exception {
        var file = Files.writeString(directory.resolve("kubeconfig"), """
            apiVersion: v1
            kind: Config
            current-context: it
            contexts: [{name: it, context: {cluster: it, user: me}}]
            clusters: [{name: it, cluster: {server: "https://named.example:6443"}}]
            users: [{name: me, user: {token: t}}]
            """);
        assertThat(server(file.toString(), POD, ReviewerConfigTest::unusable)).contains("https://named.example:6443");
        assertThatThrownBy(() -> server(directory.resolve("none").toString(), POD, ReviewerConfigTest::unusable))
                .isInstanceOf(ConfigException.class);
    }

    private static Optional<String> server(
            String kubeconfig, Map<String, String> environment, Function<CredentialSources, ClientConfig> pod) {
        var clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
        var sources = new CredentialSources(clock, new Metrics(), environment);
        return ReviewerConfig.of(kubeconfig, "authentication", sources, pod)
                .map(config -> config.server().toString());
    }

    private static ClientConfig unusable(CredentialSources sources) {
        throw new ConfigException("no token for " + sources.environment());
    }
}
