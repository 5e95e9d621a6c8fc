package dev.kcm.controllers.workload.podgroupprotection;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.scheduling.v1alpha2.PodGroup;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodGroupProtectionDecisionTest {
    private static final String PROTECTION = PodGroupProtectionController.PROTECTION.finalizer();

    private final PodGroupProtectionController controller = new PodGroupProtectionController();

    @Test
    void lets_go_of_nothing_but_its_own_finalizer() {
        var plan = decide(group(true, "example.com/keep", PROTECTION), 0);

        assertThat(plan).plans("update podgroups default/train");
        assertThat(plan.steps()
                        .map(step -> ((Step.Write) step).object().orElseThrow().metadata())
                        .findFirst()
                        .orElseThrow())
                .satisfies(metadata -> {
                    assertThat(metadata.finalizers()).containsExactly("example.com/keep");
                    assertThat(metadata.resourceVersion()).isEqualTo("5");
                });
    }

    @Test
    void waits_for_pods_and_says_for_which() {
        var plan = decide(group(true, PROTECTION), 2);

        assertThat(plan).plansNothing().waitsForAChange();
        assertThat(plan.why()).isEqualTo("it stays while 2 of its pods may run, such as one");
    }

    @Test
    void neither_adds_it_nor_takes_it_from_a_group_that_stays() {
        assertThat(decide(group(false, PROTECTION), 0)).plansNothing();
        assertThat(decide(group(true), 0)).plansNothing();
    }

    private Plan decide(PodGroup group, int active) {
        return controller.decide(new PodGroupProtectionController.Snapshot(
                group, active, active == 0 ? Optional.empty() : Optional.of("one")));
    }

    private static PodGroup group(boolean isDeleting, String... finalizers) {
        return PodGroup.builder()
                .metadata(metadata -> {
                    metadata.namespace("default")
                            .name("train")
                            .uid("uid")
                            .resourceVersion("5")
                            .finalizers(List.of(finalizers));
                    if (isDeleting) {
                        metadata.deletionTimestamp(Instant.parse("2026-06-01T12:00:00Z"));
                    }
                })
                .build();
    }
}
