package dev.kcm.serving.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Metrics;
import org.junit.jupiter.api.Test;

class MetricsTextTest {
    private final Metrics metrics = new Metrics();

    @Test
    void writes_counters_gauges_and_histograms_by_name_with_their_names_unchanged() {
        metrics.gauge("workqueue_depth", "Depth", "name").with("b").set(2);
        metrics.gauge("workqueue_depth", "Depth", "name").with("a").set(-1.5);
        metrics.counter("authentication_attempts", "Attempts").increment();
        var latency = metrics.histogram("latency_seconds", "Time", Buckets.of(0.001, 1), "verb");
        latency.with("GET").observe(0.5);
        latency.with("GET").observe(7);
        assertThat(MetricsText.of(metrics)).isEqualTo("""
            # HELP authentication_attempts Attempts
            # TYPE authentication_attempts counter
            authentication_attempts 1
            # HELP latency_seconds Time
            # TYPE latency_seconds histogram
            latency_seconds_bucket{verb="GET",le="0.001"} 0
            latency_seconds_bucket{verb="GET",le="1"} 1
            latency_seconds_bucket{verb="GET",le="+Inf"} 2
            latency_seconds_sum{verb="GET"} 7.5
            latency_seconds_count{verb="GET"} 2
            # HELP workqueue_depth Depth
            # TYPE workqueue_depth gauge
            workqueue_depth{name="a"} -1.5
            workqueue_depth{name="b"} 2
            """);
    }

    @Test
    void escapes_labels_and_help() {
        metrics.gauge("odd", "a \"quote\",\na \\", "what").with("x\"y\\z\nw").set(0);
        assertThat(MetricsText.of(metrics))
                .isEqualTo(
                        "# HELP odd a \"quote\",\\na \\\\\n# TYPE odd gauge\n" + "odd{what=\"x\\\"y\\\\z\\nw\"} 0\n");
    }

    @Test
    void leaves_out_families_without_series() {
        metrics.counter("nothing_yet", "None", "label");
        assertThat(MetricsText.of(metrics)).isEmpty();
    }

    /// The right column is what Go's strconv.FormatFloat(x, 'g', -1, 64) gives.
    @Test
    void tells_of_the_process_and_the_jvm() {
        ProcessMetrics.register(metrics);
        JvmMetrics.register(metrics);
        var text = MetricsText.of(metrics);
        assertThat(text)
                .containsPattern("\nprocess_cpu_seconds_total [1-9]|process_cpu_seconds_total 0\\.")
                .containsPattern("\nprocess_resident_memory_bytes [1-9]")
                .containsPattern("\nprocess_virtual_memory_bytes [1-9]")
                .containsPattern("\nprocess_virtual_memory_max_bytes [1-9]")
                .containsPattern("\nprocess_open_fds [1-9]")
                .containsPattern("\nprocess_max_fds [1-9]")
                .containsPattern("\nprocess_start_time_seconds 1\\.[0-9]+e\\+09")
                .containsPattern("\nprocess_network_receive_bytes_total [0-9]")
                .containsPattern("\nprocess_network_transmit_bytes_total [0-9]")
                .containsPattern("\njvm_memory_used_bytes\\{area=\"heap\"} [1-9]")
                .containsPattern("\njvm_gc_collections_total\\{gc=\"[^\"]+\"} [0-9]")
                .containsPattern("\njvm_threads\\{kind=\"live\"} [1-9]")
                .containsPattern("\njvm_classes_loaded [1-9]")
                .contains("jvm_info{version=\"25");
    }
}
