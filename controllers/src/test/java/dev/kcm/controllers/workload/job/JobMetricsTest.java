package dev.kcm.controllers.workload.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobMetricsTest {
    private static final ObjectKey KEY = ObjectKey.of("default", "work");

    private final Metrics registry = new Metrics();
    private final JobMetrics metrics = new JobMetrics(registry);

    @Test
    void a_job_that_somebody_else_runs_counts_once() {
        metrics.managedBy("example.com/queue", job("uid-1"));
        metrics.managedBy("example.com/queue", job("uid-1"));
        assertThat(elsewhere()).isEqualTo(1);

        metrics.managedBy("example.com/queue", job("uid-2"));
        assertThat(elsewhere()).isEqualTo(2);
    }

    @Test
    void ended_pods_count_when_they_are_first_seen_held_and_when_they_no_longer_are() {
        metrics.holding(KEY, List.of(pod("a", "Succeeded"), pod("running", "Running")));
        metrics.holding(KEY, List.of(pod("a", "Succeeded"), pod("b", "Failed")));
        assertThat(held("add")).isEqualTo(2);
        assertThat(held("delete")).isZero();

        metrics.holding(KEY, List.of(pod("b", "Failed")));
        assertThat(held("delete")).isEqualTo(1);
        metrics.over(KEY);
        assertThat(held("add")).isEqualTo(2);
        assertThat(held("delete")).isEqualTo(2);
    }

    private double elsewhere() {
        return registry.counter("job_controller_jobs_by_external_controller_total", "", "controller_name")
                .with("example.com/queue")
                .value();
    }

    private double held(String event) {
        return registry.counter("job_controller_terminated_pods_tracking_finalizer_total", "", "event")
                .with(event)
                .value();
    }

    private static Job job(String uid) {
        return Job.builder()
                .metadata(m -> m.namespace(KEY.namespace()).name(KEY.name()).uid(uid))
                .build();
    }

    private static LeanPod pod(String name, String phase) {
        return LeanPod.builder()
                .metadata(m -> m.namespace("default").name(name).uid("uid-" + name))
                .status(status -> status.phase(phase))
                .build();
    }
}
