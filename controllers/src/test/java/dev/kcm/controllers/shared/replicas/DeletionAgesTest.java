package dev.kcm.controllers.shared.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeletionAgesTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private final DeletionAges ages = DeletionAges.in(new Metrics());
    private final LeanPod young = pod("young", 100, true);
    private final LeanPod old = pod("old", 390, true);
    private final LeanPod unready = pod("unready", 10, false);

    @Test
    void records_how_much_older_than_the_youngest_ready_pod_the_chosen_one_is() {
        ages.record(List.of(young, old, unready), deleted(old), NOW);

        assertThat(observed().count()).isEqualTo(1);
        assertThat(observed().sum()).isEqualTo(3);
    }

    @Test
    void pods_that_are_not_ready_do_not_count() {
        ages.record(List.of(young, old, unready), deleted(unready), NOW);

        assertThat(observed().count()).isZero();
    }

    @Test
    void without_a_choice_there_is_nothing_to_record() {
        ages.record(List.of(young, old), deleted(young, old), NOW);
        ages.record(List.of(), Outcomes.NONE, NOW);

        assertThat(observed().count()).isZero();
    }

    private Sample.Distribution observed() {
        return (Sample.Distribution) ages.ratios().samples().getFirst().value();
    }

    private static Outcomes deleted(LeanPod... pods) {
        return new Outcomes(Arrays.stream(pods)
                .<Outcome>map(pod -> new Outcome.Moot(Step.delete(LeanPod.PODS, pod.key(), pod.uid()), "it is gone"))
                .toList());
    }

    private static LeanPod pod(String name, long ageInSeconds, boolean isReady) {
        return LeanPod.builder()
                .metadata(m -> m.namespace("default")
                        .name(name)
                        .uid("uid-" + name)
                        .creationTimestamp(NOW.minusSeconds(ageInSeconds)))
                .status(status -> status.phase("Running")
                        .addConditions(c -> c.type("Ready").status(isReady ? "True" : "False")))
                .build();
    }
}
