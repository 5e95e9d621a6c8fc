package dev.kcm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.Pod;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The wall clock is set ahead or back while a cluster runs.
class ClockStepTest {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T12:00:00Z"));
    private Cluster cluster;
    private Client client;

    @BeforeEach
    void start() throws InterruptedException {
        cluster = Cluster.start(ClusterSettings.inProcess().withClock(clock));
        client = cluster.client();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-24H", "PT-2S", "PT24H"})
    void a_deployment_becomes_available(Duration step) throws InterruptedException {
        client.on(Deployment.DEPLOYMENTS).create(web());
        clock.stepWallClock(step);

        cluster.advance(Duration.ofSeconds(5));

        assertThat(client.on(Deployment.DEPLOYMENTS)
                        .get(ObjectKey.of("default", "web"))
                        .status()
                        .availableReplicas())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-24H", "PT-2S"})
    void a_pod_ends_when_it_has_run_for_as_long_as_it_says(Duration step) throws InterruptedException {
        client.on(Pod.PODS).create(sleeper());
        cluster.advance(Duration.ofSeconds(3));
        assertThat(phase()).isEqualTo("Running");
        clock.stepWallClock(step);

        cluster.advance(Duration.ofSeconds(5));
        assertThat(phase()).isEqualTo("Running");
        cluster.advance(Duration.ofSeconds(5));
        assertThat(phase()).isEqualTo("Succeeded");
    }

    private String phase() {
        return client.on(Pod.PODS)
                .get(ObjectKey.of("default", "sleeper"))
                .status()
                .phase();
    }

    private static Pod sleeper() {
        return Pod.builder()
                .metadata(m -> m.namespace("default")
                        .name("sleeper")
                        .putAnnotations("kcm.dev/exit-code", "0")
                        .putAnnotations("kcm.dev/run-for", "10s"))
                .spec(spec -> spec.restartPolicy("Never")
                        .addContainers(it -> it.name("main").image("example.com/main:1")))
                .build();
    }

    private static Deployment web() {
        return Deployment.builder()
                .metadata(m -> m.namespace("default").name("web"))
                .spec(spec -> spec.replicas(2)
                        .selector(selector -> selector.putMatchLabels("app", "web"))
                        .template(template -> template.metadata(it -> it.putLabels("app", "web"))
                                .spec(pod ->
                                        pod.addContainers(it -> it.name("web").image("example.com/web:1")))))
                .build();
    }
}
