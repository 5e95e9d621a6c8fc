package dev.kcm.client.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PluginMetricsTest {
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

    private final Metrics metrics = new Metrics();
    private final PluginMetrics plugins = new PluginMetrics(metrics, new VirtualClock(NOW));

    @Test
    void without_a_certificate_there_is_no_end_of_time() {
        plugins.follow(Optional::empty);

        assertThat(secondsLeft()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void the_certificate_that_expires_first_counts() {
        plugins.follow(() -> Optional.of(NOW.plusSeconds(600)));
        plugins.follow(() -> Optional.of(NOW.plusSeconds(60)));

        assertThat(secondsLeft()).isEqualTo(60);
    }

    @Test
    void a_replaced_certificate_is_counted_by_its_age() {
        plugins.replaced(NOW.minusSeconds(700));

        var ages = (Sample.Distribution) sample("rest_client_exec_plugin_certificate_rotation_age");
        assertThat(ages.sum()).isEqualTo(700);
    }

    private double secondsLeft() {
        return ((Sample.Number) sample("rest_client_exec_plugin_ttl_seconds")).value();
    }

    private Sample.Value sample(String name) {
        return metrics.families().stream()
                .filter(family -> family.head().name().equals(name))
                .findFirst()
                .orElseThrow()
                .samples()
                .getFirst()
                .value();
    }
}
