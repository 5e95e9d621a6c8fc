package dev.kcm.controllers.storage.attributesclassprotection;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AttributesClassProtectionDecisionTest {
    private static final String FINALIZER = "kubernetes.io/vac-protection";
    private static final String OTHER = "example.com/keep";
    private static final PersistentVolumeClaim CHANGING = PersistentVolumeClaim.builder()
            .metadata(it -> it.namespace("shop").name("data"))
            .spec(spec -> spec.volumeAttributesClassName("gold"))
            .status(status -> status.currentVolumeAttributesClassName("silver")
                    .modifyVolumeStatus(it -> it.targetVolumeAttributesClassName("gold")))
            .build();

    private final VolumeAttributesClassProtectionController controller =
            new VolumeAttributesClassProtectionController();

    @Test
    void a_class_that_nobody_names_goes() {
        var plan = decide(attributesClass(true, OTHER, FINALIZER), 0, 0);

        assertThat(plan).plans("update volumeattributesclasses gold").because("no volume and no claim names it");
        assertThat(Planned.in(plan)
                        .updated(VolumeAttributesClass.class)
                        .getFirst()
                        .metadata()
                        .finalizers())
                .containsExactly(OTHER);
    }

    @Test
    void one_that_is_named_stays_and_says_by_what() {
        assertThat(decide(attributesClass(true, FINALIZER), 0, 1))
                .plansNothing()
                .waitsForAChange()
                .because("it stays while a volume names it: disk");
        assertThat(decide(attributesClass(true, FINALIZER), 2, 0))
                .plansNothing()
                .because("it stays while 2 claims name it: shop/data");
    }

    @Test
    void a_class_without_the_finalizer_gets_it_used_or_not() {
        assertThat(decide(attributesClass(false), 0, 0)).plans("update volumeattributesclasses gold");
        assertThat(decide(attributesClass(false, FINALIZER), 0, 0)).plansNothing();
        assertThat(decide(attributesClass(true, OTHER), 0, 0)).plansNothing();
    }

    @Test
    void a_claim_names_the_class_it_asks_for_the_one_it_has_and_the_one_it_is_given() {
        assertThat(ClassUse.namedBy(CHANGING)).containsExactly("gold", "silver");
        assertThat(ClassUse.namedBy(PersistentVolumeClaim.builder().build())).isEmpty();
        assertThat(ClassUse.namedBy(PersistentVolume.builder()
                        .spec(spec -> spec.volumeAttributesClassName("gold"))
                        .build()))
                .containsExactly("gold");
    }

    @Test
    void what_is_no_longer_named_is_synced_and_nothing_else() {
        var done = CHANGING.withStatus(status -> status.currentVolumeAttributesClassName("gold"));

        assertThat(synced(new Change.Added<>(CHANGING, false))).isEmpty();
        assertThat(synced(new Change.Updated<>(CHANGING, done))).containsExactly(ObjectKey.of("silver"));
        assertThat(synced(new Change.Updated<>(done, CHANGING))).isEmpty();
        assertThat(synced(new Change.Deleted<>(CHANGING)))
                .containsExactly(ObjectKey.of("gold"), ObjectKey.of("silver"));
    }

    private static List<ObjectKey> synced(Change<PersistentVolumeClaim> change) {
        var keys = new ArrayList<ObjectKey>();
        ClassUse.watch(ClassUse.CLAIMS).mapping().keys(change, null, keys::add);
        return keys;
    }

    private Plan decide(VolumeAttributesClass attributesClass, int claims, int volumes) {
        return controller.decide(new VolumeAttributesClassProtectionController.Snapshot(
                attributesClass,
                claims,
                volumes,
                claims == 0 ? Optional.empty() : Optional.of(ObjectKey.of("shop", "data")),
                volumes == 0 ? Optional.empty() : Optional.of(ObjectKey.of("disk"))));
    }

    private static VolumeAttributesClass attributesClass(boolean isDeleting, String... finalizers) {
        return VolumeAttributesClass.builder()
                .metadata(metadata -> {
                    metadata.name("gold").uid("uid").resourceVersion("5").finalizers(List.of(finalizers));
                    if (isDeleting) {
                        metadata.deletionTimestamp(Instant.parse("2026-06-01T12:00:00Z"));
                    }
                })
                .driverName("disk.example.com")
                .build();
    }
}
