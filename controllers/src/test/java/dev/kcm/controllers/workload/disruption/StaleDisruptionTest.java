package dev.kcm.controllers.workload.disruption;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StaleDisruptionTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    @Test
    void is_taken_back_after_two_minutes() {
        assertThat(StaleDisruption.decide(pod("PreemptionByScheduler", "Running", 100), NOW))
                .plansNothing()
                .wakesIn(Duration.ofSeconds(20));
        var plan = StaleDisruption.decide(pod("PreemptionByScheduler", "Running", 120), NOW);
        assertThat(plan).plans("patch pods/status default/web");
        assertThat(Planned.in(plan).patches().getFirst().patch().utf8())
                .contains("\"resourceVersion\":\"7\"")
                .contains("\"status\":\"False\"")
                .contains("\"reason\":null")
                .contains("\"message\":null")
                .contains("\"observedGeneration\":3");
    }

    @Test
    void stays_where_the_kubelet_said_so_or_the_pod_has_ended() {
        assertThat(StaleDisruption.decide(pod("TerminationByKubelet", "Running", 500), NOW))
                .plansNothing()
                .waitsForAChange();
        assertThat(StaleDisruption.decide(pod("PreemptionByScheduler", "Failed", 500), NOW))
                .plansNothing();
        assertThat(StaleDisruption.announced(pod("PreemptionByScheduler", "Running", 5)
                        .withMetadata(metadata -> metadata.deletionTimestamp(NOW))))
                .isEmpty();
    }

    private static LeanPod pod(String reason, String phase, int secondsAgo) {
        return LeanPod.builder()
                .metadata(metadata -> metadata.namespace("default")
                        .name("web")
                        .uid("uid")
                        .resourceVersion("7")
                        .generation(3))
                .status(status -> status.phase(phase)
                        .addConditions(condition -> condition
                                .type("DisruptionTarget")
                                .status("True")
                                .reason(reason)
                                .lastTransitionTime(NOW.minusSeconds(secondsAgo))))
                .build();
    }
}
