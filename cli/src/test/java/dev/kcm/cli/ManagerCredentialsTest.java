package dev.kcm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.cluster.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whom `kcm why --manager` shows the kubeconfig's credentials.
class ManagerCredentialsTest {
    @TempDir
    private Path directory;

    private ClientConfig config;

    @BeforeEach
    void read() throws IOException {
        config = kubeconfig("{token: kubeconfigs-token}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://elsewhere.example:10257",
                "https://127.0.0.1:10257",
                "https://api.example.attacker.example:6443",
                "http://api.example:10257"
            })
    void they_are_not_sent_to_a_host_that_the_kubeconfig_does_not_name(String manager) {
        assertThatThrownBy(() -> manager(manager))
                .isInstanceOf(ClusterException.class)
                .hasMessageContainingAll(
                        "not sent to " + manager, "api.example", "--token-file", "--send-kubeconfig-credentials");
        assertThatThrownBy(() -> manager(manager, "--insecure-skip-tls-verify")).isInstanceOf(ClusterException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://api.example:10257", "API.example:10257"})
    void they_are_sent_to_the_host_that_it_names(String manager) {
        assertThat(manager(manager).credentials()).isEqualTo(config.credentials());
    }

    @Test
    void they_are_sent_elsewhere_on_request() {
        assertThat(manager("https://elsewhere.example:10257", "--send-kubeconfig-credentials")
                        .credentials())
                .isEqualTo(config.credentials());
    }

    @Test
    void others_that_were_named_are_sent_anywhere() throws IOException {
        var token = Files.writeString(directory.resolve("token"), "anothers-token");
        assertThat(manager("https://elsewhere.example:10257", "--token-file=" + token)
                        .credentials())
                .isNotEqualTo(config.credentials());
    }

    @Test
    void who_has_none_has_nothing_to_lose() throws IOException {
        config = kubeconfig("{}");
        assertThat(manager("https://elsewhere.example:10257").credentials()).isEqualTo(config.credentials());
    }

    private ClientConfig manager(String address, String... more) {
        var words = new ArrayList<>(List.of("deployment/web", "--manager", address));
        words.addAll(List.of(more));
        return ManagedCluster.manager(Arguments.parse(Command.WHY, words), config, Clock.system());
    }

    private ClientConfig kubeconfig(String user) throws IOException {
        var file = Files.writeString(directory.resolve("kubeconfig"), """
            apiVersion: v1
            kind: Config
            current-context: it
            contexts: [{name: it, context: {cluster: it, user: me}}]
            clusters: [{name: it, cluster: {server: "https://api.example:6443"}}]
            users: [{name: me, user: %s}]
            """.formatted(user));
        return Configs.fromFlags(file.toString(), "", new CredentialSources(Clock.system(), new Metrics(), Map.of()));
    }
}
