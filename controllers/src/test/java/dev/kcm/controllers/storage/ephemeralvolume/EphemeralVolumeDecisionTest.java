package dev.kcm.controllers.storage.ephemeralvolume;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanVolume;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EphemeralVolumeDecisionTest {
    private static final LeanVolume CACHE = LeanVolume.builder()
            .name("cache")
            .ephemeral(ephemeral -> ephemeral.volumeClaimTemplate(template -> template.metadata(
                            it -> it.putLabels("tier", "fast").putAnnotations("note", "scratch"))
                    .spec(spec -> spec.addAccessModes("ReadWriteOnce").storageClassName("fast"))))
            .build();
    private static final LeanVolume LOGS = CACHE.toBuilder().name("logs").build();
    private static final LeanPod POD = LeanPod.builder()
            .metadata(it -> it.namespace("shop").name("web").uid("uid-web").resourceVersion("7"))
            .spec(spec -> spec.addVolumes(CACHE).addVolumes(LOGS))
            .build();

    private final Metrics metrics = new Metrics();
    private final EphemeralVolumeController controller = new EphemeralVolumeController(metrics);

    @Test
    void a_claim_is_what_the_template_says_and_the_pods() {
        var plan = controller.decide(snapshot(POD, Optional.empty()));

        assertThat(plan).plans("create persistentvolumeclaims web-cache");
        var claim = Planned.in(plan).created(PersistentVolumeClaim.class).getFirst();
        assertThat(claim.namespace()).isEqualTo("shop");
        assertThat(claim.labels()).containsOnlyKeys("tier");
        assertThat(claim.annotations()).containsOnlyKeys("note");
        assertThat(claim.spec().storageClassName()).contains("fast");
        assertThat(claim.metadata().ownerReferences()).containsExactly(OwnerReferences.toController(POD));
        assertThat(claim.metadata().ownerReferences().getFirst().blockOwnerDeletion())
                .contains(true);
        assertThat(Planned.in(plan).eventTemplates())
                .containsExactly(": ", "FailedBinding: ephemeral volume cache: create PVC web-cache: %s");
    }

    @Test
    void claims_are_made_in_the_order_of_the_volumes() {
        var plan = controller.decide(new EphemeralVolumeController.Snapshot(
                POD,
                List.of(
                        new EphemeralVolumeController.Ephemeral(LOGS, Optional.empty()),
                        new EphemeralVolumeController.Ephemeral(CACHE, Optional.empty()))));

        assertThat(plan).plans("create persistentvolumeclaims web-logs", "create persistentvolumeclaims web-cache");
    }

    @Test
    void a_claim_that_is_there_is_left_as_it_is() {
        assertThat(controller.decide(snapshot(POD, Optional.of(claim(POD))))).plansNothing();
    }

    @Test
    void a_foreign_claim_blocks_the_pod_and_the_volumes_after_it() {
        var other = POD.withMetadata(it -> it.uid("uid-other"));
        var plan = controller.decide(new EphemeralVolumeController.Snapshot(
                POD,
                List.of(
                        new EphemeralVolumeController.Ephemeral(CACHE, Optional.of(claim(other))),
                        new EphemeralVolumeController.Ephemeral(LOGS, Optional.empty()))));

        assertThat(plan).plans("record event FailedBinding").waitsForAChange();
        assertThat(Planned.in(plan).events().getFirst().note())
                .isEqualTo("ephemeral volume cache: PVC shop/web-cache was not created for pod shop/web"
                        + " (pod is not owner)");
        assertThat(plan.why())
                .isEqualTo("its volume cache has no claim: PVC shop/web-cache was not created for pod shop/web"
                        + " (pod is not owner)");
    }

    @Test
    void a_pod_that_is_deleted_gets_none() {
        var deleted = POD.withMetadata(it -> it.deletionTimestamp(Instant.EPOCH));

        assertThat(controller.decide(snapshot(deleted, Optional.empty()))).plansNothing();
    }

    @Test
    void every_attempt_is_counted() {
        var snapshot = snapshot(POD, Optional.empty());
        var planned = Planned.in(controller.decide(snapshot));

        controller.measure(snapshot, planned.allApplied(), Duration.ZERO);
        controller.measure(snapshot, planned.allRefused(new ApiFailure.Transport(Status.EMPTY)), Duration.ZERO);

        assertThat(counted("ephemeral_volume_controller_create_total")).isEqualTo(2);
        assertThat(counted("ephemeral_volume_controller_create_failures_total")).isEqualTo(1);
    }

    private double counted(String name) {
        return metrics.counter(name, "").with().value();
    }

    private static EphemeralVolumeController.Snapshot snapshot(LeanPod pod, Optional<PersistentVolumeClaim> present) {
        return new EphemeralVolumeController.Snapshot(
                pod, List.of(new EphemeralVolumeController.Ephemeral(CACHE, present)));
    }

    private static PersistentVolumeClaim claim(LeanPod owner) {
        return PersistentVolumeClaim.builder()
                .metadata(it -> it.namespace("shop")
                        .name("web-cache")
                        .uid("uid-claim")
                        .addOwnerReferences(OwnerReferences.toController(owner)))
                .build();
    }
}
