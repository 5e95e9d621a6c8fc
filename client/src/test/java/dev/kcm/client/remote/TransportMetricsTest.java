package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TransportMetricsTest {
    private final Metrics metrics = new Metrics();
    private final Clock clock = Clock.system();
    private final ClientSettings settings = ClientSettings.usual();

    @Test
    void tells_clients_that_share_connections_from_those_that_do_not() {
        var sources = new CredentialSources(clock, metrics, Map.of());
        var config = Configs.fromFlags("", "http://127.0.0.1:1", sources);
        try (var server = RemoteServer.at(config, clock)) {
            server.client("one", settings, metrics);
            server.client("two", settings, metrics);
            RemoteServer.client(config, "own", settings, clock, metrics).close();

            assertThat(values("rest_client_transport_create_calls_total"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("[miss]", 1.0, "[hit]", 1.0, "[uncacheable]", 1.0));
            assertThat(values("rest_client_transport_cache_entries")).containsValue(1.0);
        }
        assertThat(values("rest_client_transport_cache_entries")).containsValue(0.0);
        assertThat(values("rest_client_transport_cert_rotation_gc_calls_total")).containsValue(0.0);
    }

    private Map<String, Double> values(String name) {
        return metrics.families().stream()
                .filter(family -> family.head().name().equals(name))
                .flatMap(family -> family.samples().stream())
                .collect(Collectors.toMap(
                        sample -> sample.labels().toString(), sample -> ((Sample.Number) sample.value()).value()));
    }
}
