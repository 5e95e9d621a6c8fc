package dev.kcm.base.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private final Metrics metrics = new Metrics();

    @Test
    void one_name_is_one_instrument() {
        metrics.counter("adds", "", "name").with("a").increment();
        metrics.counter("adds", "", "name").with("a").increment();

        assertThat(metrics.families())
                .singleElement()
                .satisfies(family -> assertThat(family.samples()).containsExactly(Sample.of(2, "a")));
    }

    @Test
    void refuses_one_name_with_other_labels_or_another_type() {
        metrics.counter("adds", "", "name");

        assertThatThrownBy(() -> metrics.counter("adds", "", "queue")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> metrics.gauge("adds", "", "name")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> metrics.counter("adds", "", "name").with("a", "b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("adds");
    }

    @Test
    void a_histogram_counts_at_or_below_each_bound() {
        var histogram = metrics.histogram("latency", "", Buckets.exponential(0.001, 10, 3));
        histogram.with().observe(Duration.ofMillis(1));
        histogram.with().observe(Duration.ofMillis(5));
        histogram.with().observe(Duration.ofSeconds(1));

        var read = (Sample.Distribution) histogram.samples().getFirst().value();
        assertThat(read.cumulative()).containsExactly(1, 2, 2);
        assertThat(read.count()).isEqualTo(3);
        assertThat(read.sum()).isEqualTo(1.006);
    }

    @Test
    void an_instrument_without_labels_shows_zero_before_its_first_use() {
        metrics.counter("restarts", "");

        assertThat(metrics.families().iterator().next().samples()).containsExactly(Sample.of(0));
    }

    @Test
    void an_observed_gauge_is_worked_out_when_it_is_read() {
        var depth = new AtomicInteger(1);
        var gauge = metrics.gauge("depth", "", "name");
        gauge.with("other").set(7);
        gauge.observe(depth::get, "mine");
        depth.set(5);

        assertThat(gauge.samples()).containsExactly(Sample.of(5, "mine"), Sample.of(7, "other"));
    }
}
