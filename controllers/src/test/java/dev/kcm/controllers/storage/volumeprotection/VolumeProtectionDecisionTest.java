package dev.kcm.controllers.storage.volumeprotection;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.runtime.testing.Planned;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeProtectionDecisionTest {
    private static final String FINALIZER = "kubernetes.io/pv-protection";
    private static final String OTHER = "external-provisioner.volume.kubernetes.io/finalizer";

    private final PersistentVolumeProtectionController controller = new PersistentVolumeProtectionController();

    @ParameterizedTest
    @ValueSource(strings = {"Pending", "Available", "Released", "Failed", ""})
    void a_volume_that_is_not_bound_goes_even_if_a_claim_is_named(String phase) {
        var plan = controller.decide(volume(phase, true, FINALIZER, OTHER));

        assertThat(plan).plans("update persistentvolumes disk");
        assertThat(Planned.in(plan)
                        .updated(PersistentVolume.class)
                        .getFirst()
                        .metadata()
                        .finalizers())
                .containsExactly(OTHER);
    }

    @Test
    void a_bound_one_stays_and_says_to_what() {
        assertThat(controller.decide(volume("Bound", true, FINALIZER)))
                .plansNothing()
                .waitsForAChange()
                .because("it stays while it is bound to the claim shop/data");
    }

    @Test
    void a_volume_without_the_finalizer_gets_it_after_the_others() {
        var plan = controller.decide(volume("Available", false, OTHER));

        assertThat(plan).plans("update persistentvolumes disk").because("it is not protected");
        assertThat(Planned.in(plan)
                        .updated(PersistentVolume.class)
                        .getFirst()
                        .metadata()
                        .finalizers())
                .containsExactly(OTHER, FINALIZER);
    }

    @Test
    void what_waits_for_somebody_else_is_left_alone() {
        assertThat(controller.decide(volume("Released", true, OTHER))).plansNothing();
        assertThat(controller.decide(volume("Bound", false, FINALIZER)))
                .plansNothing()
                .because("it is protected");
    }

    private static PersistentVolume volume(String phase, boolean isDeleting, String... finalizers) {
        return PersistentVolume.builder()
                .metadata(metadata -> {
                    metadata.name("disk").uid("uid").resourceVersion("5").finalizers(List.of(finalizers));
                    if (isDeleting) {
                        metadata.deletionTimestamp(Instant.parse("2026-06-01T12:00:00Z"));
                    }
                })
                .spec(spec -> spec.claimRef(it -> it.namespace("shop").name("data")))
                .status(status -> status.phase(phase))
                .build();
    }
}
