package dev.kcm.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where a kubeconfig is looked for, told apart by the servers' names.
class ConfigsTest {
    @TempDir
    private Path home;

    @BeforeEach
    void a_home_with_a_kubeconfig() throws IOException {
        Files.createDirectory(home.resolve(".kube"));
        write(".kube/config", "at-home");
        write("named", "named");
    }

    @Test
    void a_file_that_is_named_comes_before_the_variable_and_that_before_home() {
        var named = home.resolve("named").toString();
        var atHome = home.resolve(".kube/config").toString();

        assertThat(server(named, Map.of("KUBECONFIG", atHome))).isEqualTo("https://named:1");
        assertThat(server("", Map.of("HOME", home.toString(), "KUBECONFIG", named)))
                .isEqualTo("https://named:1");
        assertThat(server("", Map.of("HOME", home.toString()))).isEqualTo("https://at-home:1");
    }

    @Test
    void without_any_it_must_be_a_pod() {
        assertThatThrownBy(() -> server("", Map.of("HOME", "/nowhere")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no pod");
    }

    @Test
    void several_files_are_refused_rather_than_one_of_them_taken() {
        var both = home.resolve("named") + File.pathSeparator + home.resolve(".kube/config");

        assertThatThrownBy(() -> server("", Map.of("KUBECONFIG", both)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--kubeconfig");
    }

    private static String server(String kubeconfig, Map<String, String> environment) {
        var clock = new VirtualClock(Instant.EPOCH);
        var sources = new CredentialSources(clock, new Metrics(), environment);
        return Configs.asKubectl(kubeconfig, sources).server().toString();
    }

    private void write(String file, String server) throws IOException {
        Files.writeString(home.resolve(file), """
            current-context: it
            contexts: [{name: it, context: {cluster: it, user: it}}]
            clusters: [{name: it, cluster: {server: "https://%s:1"}}]
            users: [{name: it, user: {token: secret}}]
            """.formatted(server));
    }
}
