package dev.kcm.cluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodLifecycleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void a_bound_pod_starts_and_is_ready() {
        assertThat(PodLifecycle.of(pod("Always"), NOW)).isEqualTo(new PodLifecycle.Next.Start(true));
    }

    @Test
    void start_after_keeps_it_pending() {
        var pod = annotated(pod("Always"), "kcm.dev/start-after", "5s");

        assertThat(PodLifecycle.of(pod, NOW))
                .isEqualTo(new PodLifecycle.Next.Wait(NOW.plusSeconds(5), Duration.ofSeconds(5)));
        assertThat(PodLifecycle.of(pod, NOW.plusSeconds(5))).isEqualTo(new PodLifecycle.Next.Start(true));
    }

    @Test
    void a_command_that_fails_ends_the_pod_with_its_code() {
        var running = started(commanding(pod("Never"), "sh", "-c", "exit 3"));

        assertThat(PodLifecycle.of(running, NOW))
                .isEqualTo(new PodLifecycle.Next.Wait(NOW.plusSeconds(1), Duration.ofSeconds(1)));
        var ended = written(PodLifecycle.of(running, NOW.plusSeconds(1)));
        assertThat(ended.status().phase()).isEqualTo("Failed");
        assertThat(ended.status().containerStatuses().getFirst().state().terminated())
                .hasValueSatisfying(end -> assertThat(end.exitCode()).isEqualTo(3));
        assertThat(PodLifecycle.of(ended, NOW.plusSeconds(9))).isEqualTo(new PodLifecycle.Next.Nothing());
    }

    @Test
    void a_failed_container_is_restarted_on_failure() {
        var running = started(commanding(pod("OnFailure"), "/bin/false"));

        var again = written(PodLifecycle.of(running, NOW.plusSeconds(1)));

        assertThat(again.status().phase()).isEqualTo("Running");
        assertThat(again.status().containerStatuses().getFirst().restartCount()).isEqualTo(1);
    }

    @Test
    void a_pod_that_should_always_run_does_not_end() {
        var running = started(commanding(pod("Always"), "/bin/true"));

        assertThat(PodLifecycle.of(running, NOW.plusSeconds(99))).isEqualTo(new PodLifecycle.Next.Nothing());
    }

    @Test
    void readiness_follows_the_annotation() {
        var running = started(pod("Always"));
        var unready = annotated(running, "kcm.dev/ready", "false");

        var updated = written(PodLifecycle.of(unready, NOW));

        assertThat(new PodScript(updated).isTrue("Ready")).isFalse();
        var back = updated.withMetadata(metadata -> metadata.annotations(java.util.Map.of()));
        assertThat(new PodScript(written(PodLifecycle.of(back, NOW))).isTrue("Ready"))
                .isTrue();
    }

    @Test
    void a_deleted_pod_takes_its_time_but_no_more_than_the_grace_period() {
        var slow = annotated(started(pod("Always")), "kcm.dev/stop-after", "1m");
        var deleted = slow.withMetadata(
                metadata -> metadata.deletionTimestamp(NOW.plusSeconds(30)).deletionGracePeriodSeconds(30));

        assertThat(PodLifecycle.of(deleted, NOW))
                .isEqualTo(new PodLifecycle.Next.Wait(NOW.plusSeconds(30), Duration.ofSeconds(30)));
        assertThat(PodLifecycle.of(deleted, NOW.plusSeconds(30))).isEqualTo(new PodLifecycle.Next.Remove());
    }

    @Test
    void a_deleted_pod_that_a_finalizer_holds_fails_first() {
        var held = started(pod("Never"))
                .withMetadata(metadata -> metadata.addFinalizers("example.com/hold")
                        .deletionTimestamp(NOW)
                        .deletionGracePeriodSeconds(0));

        var failed = written(PodLifecycle.of(held, NOW));

        assertThat(failed.status().phase()).isEqualTo("Failed");
        assertThat(PodLifecycle.of(failed, NOW)).isEqualTo(new PodLifecycle.Next.Nothing());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'end(){\n  sleep 5\n}\ntrap end SIGTERM\nsleep 1' | 5",
                "'trap end SIGTERM; sleep 1' | 2",
                "'sleep 5' | 0",
            })
    void a_trap_takes_the_time_it_sleeps(String script, int seconds) {
        assertThat(new PodScript(commanding(pod("Never"), "sh", "-c", script)).stopAfter())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    private static Pod written(PodLifecycle.Next next) {
        return ((PodLifecycle.Next.WriteStatus) next).changed();
    }

    private static Pod started(Pod pod) {
        return new PodStatuses(pod, NOW).running(true, "10.0.0.1", "10.244.0.1");
    }

    private static Pod annotated(Pod pod, String name, String value) {
        return pod.withMetadata(metadata -> metadata.putAnnotations(name, value));
    }

    private static Pod commanding(Pod pod, String... words) {
        return pod.withSpec(spec -> spec.containers(List.of(pod.spec().containers().getFirst().toBuilder()
                .command(List.of(words))
                .build())));
    }

    private static Pod pod(String restartPolicy) {
        return Pod.builder()
                .metadata(metadata ->
                        metadata.name("one").namespace("default").uid("1").creationTimestamp(NOW))
                .spec(spec -> spec.restartPolicy(restartPolicy)
                        .nodeName("node-1")
                        .addContainers(it -> it.name("main").image("pause")))
                .status(status -> status.phase("Pending"))
                .build();
    }
}
