package dev.kcm.controllers.storage.persistentvolumebinder;

import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.bound;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claim;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claimKey;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.storageClass;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.to;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.volume;
import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static dev.kcm.runtime.testing.Planned.in;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ClaimDecisionTest {
    private static final Duration RESYNC = Duration.ofSeconds(15);

    private final BinderWorld world = new BinderWorld();

    @Test
    void binding_is_four_writes_the_volume_first() {
        world.has(volume("a", "5Gi"), claim("data", "1Gi"));
        var pointers = world.decideClaim("data");
        assertThat(pointers).plans("update persistentvolumes a", "update persistentvolumeclaims shop/data");
        assertThat(in(pointers).updated(PersistentVolume.class)).singleElement().satisfies(it -> {
            assertThat(it.spec().claimRef()).contains(to(claim("data", "1Gi")));
            assertThat(it.annotations()).containsEntry(Annotations.BOUND_BY_CONTROLLER, "yes");
        });
        assertThat(in(pointers).updated(PersistentVolumeClaim.class))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.spec().volumeName()).isEqualTo("a");
                    assertThat(it.annotations())
                            .containsOnlyKeys(Annotations.BIND_COMPLETED, Annotations.BOUND_BY_CONTROLLER);
                });
        var phases = world.settled(claimKey("data"));
        assertThat(phases).plans("update persistentvolumes/status a", "update persistentvolumeclaims/status shop/data");
        assertThat(in(phases).statuses(PersistentVolume.class))
                .singleElement()
                .extracting(PersistentVolume::resourceVersion)
                .isEqualTo("2");
        assertThat(in(phases).statuses(PersistentVolumeClaim.class))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.status().phase()).isEqualTo("Bound");
                    assertThat(it.status().capacity()).containsEntry("storage", Quantity.parse("5Gi"));
                    assertThat(it.resourceVersion()).isEqualTo("2");
                });
    }

    @Test
    void a_refused_pointer_leaves_the_phases_alone() {
        world.has(volume("a", "5Gi"), claim("data", "1Gi"));
        var conflict =
                ApiFailure.of(Status.builder().code(409).message("changed").build());
        assertThat(world.settled(claimKey("data"), in(world.decideClaim("data")).allRefused(conflict)))
                .plansNothing();
    }

    @Test
    void what_a_crash_left_out_is_done() {
        var data = claim("data", "1Gi");
        world.has(volume("a", "5Gi", it -> it.claimRef(to(data))), data);
        assertThat(world.decideClaim("data")).plans("update persistentvolumeclaims shop/data");
        world.has(bound(data, "a").withMetadata(it -> it.resourceVersion("2")).withStatus(it -> it.phase("Pending")));
        assertThat(world.decideClaim("data")).plansNothing();
        assertThat(world.settled(claimKey("data")))
                .plans("update persistentvolumes/status a", "update persistentvolumeclaims/status shop/data");
    }

    @Test
    void a_pointer_of_a_user_stays_the_users() {
        world.has(
                volume(
                        "a",
                        "5Gi",
                        it -> it.claimRef(ref -> ref.namespace("shop").name("data"))),
                claim("data", "1Gi"));
        assertThat(in(world.decideClaim("data")).updated(PersistentVolume.class))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.annotations()).isEmpty();
                    assertThat(it.spec().claimRef().orElseThrow().uid()).isEqualTo("uid-of-data");
                });
    }

    @Test
    void a_bound_claim_is_left_as_it_is() {
        var data = bound(claim("data", "1Gi"), "a");
        world.has(volume("a", "1Gi", it -> it.claimRef(to(data))).withStatus(it -> it.phase("Bound")), data);
        assertThat(world.decideClaim("data")).plansNothing().waitsForAChange();
        assertThat(world.settled(claimKey("data"))).plansNothing();
    }

    @Test
    void a_named_volume_has_to_fit() {
        misfit("requested PV is too small", it -> it.capacity(Map.of("storage", Quantity.parse("1Mi"))));
        misfit("storageClassName does not match", it -> it.storageClassName("slow"));
        misfit("volumeAttributesClassName does not match", it -> it.volumeAttributesClassName("gold"));
        misfit("incompatible volumeMode", it -> it.volumeMode("Block"));
        misfit("incompatible accessMode", it -> it.accessModes(List.of("ReadOnlyMany")));
        world.has(
                volume("a", "1Gi").withMetadata(it -> it.deletionTimestamp(Instant.EPOCH)),
                claim("data", "1Gi").withSpec(it -> it.volumeName("a")));
        assertThat(told())
                .containsExactly(
                        "VolumeMismatch: Cannot bind to requested volume \"a\": the volume is marked for deletion"
                                + " \"a\"");
    }

    @Test
    void a_named_volume_that_another_claim_has_is_waited_for() {
        world.has(
                volume("a", "1Gi", it -> it.claimRef(to(claim("other", "1Gi")))),
                claim("data", "1Gi").withSpec(it -> it.volumeName("a")));
        assertThat(told()).containsExactly("FailedBinding: volume \"a\" already bound to a different claim.");
        assertThat(world.decideClaim("data")).wakesIn(RESYNC);
    }

    @Test
    void a_named_volume_that_is_not_there_is_waited_for_in_silence() {
        world.has(claim("data", "1Gi").withSpec(it -> it.volumeName("a")));
        assertThat(world.decideClaim("data")).plansNothing().because("it waits for persistentvolumes a");
    }

    @Test
    void a_bound_claim_without_its_volume_is_lost_and_found() {
        var data = bound(claim("data", "1Gi"), "a");
        world.has(data);
        var lost = world.decideClaim("data");
        assertThat(lost).plans("update persistentvolumeclaims/status shop/data", "record event ClaimLost");
        assertThat(in(lost).statuses(PersistentVolumeClaim.class))
                .singleElement()
                .satisfies(it -> assertThat(it.status().accessModes()).isEmpty());
        world.has(data.withMetadata(it -> it.resourceVersion("2")).withStatus(it -> it.phase("Lost")));
        assertThat(world.decideClaim("data")).plansNothing();
        world.has(volume("a", "1Gi"));
        assertThat(world.decideClaim("data")).plans("update persistentvolumes a");
    }

    @Test
    void a_volume_bound_to_another_claim_misleads_nobody() {
        world.has(volume("a", "1Gi", it -> it.claimRef(to(claim("other", "1Gi")))), bound(claim("data", "1Gi"), "a"));
        assertThat(told())
                .containsExactly(
                        "ClaimMisbound: Two claims are bound to the same volume, this one is bound incorrectly");
    }

    @Test
    void a_claim_without_a_choice_prefers_a_volume_to_the_default_class() {
        var undecided =
                claim("data", "1Gi").withSpec(claim("data", "1Gi").spec().withoutStorageClassName());
        world.has(undecided, marked("old", 1), marked("newest", 9), marked("b-newest", 9));
        assertThat(in(world.decideClaim("data")).updated(PersistentVolumeClaim.class))
                .singleElement()
                .satisfies(it -> assertThat(it.spec().storageClassName()).contains("b-newest"));
        world.has(volume("a", "1Gi", it -> it.storageClassName("")));
        assertThat(world.decideClaim("data"))
                .plans("update persistentvolumes a", "update persistentvolumeclaims shop/data");
    }

    @Test
    void no_class_is_a_choice() {
        world.has(claim("data", "1Gi").withSpec(it -> it.storageClassName("")), marked("newest", 9));
        assertThat(told())
                .containsExactly(
                        "FailedBinding: no persistent volumes available for this claim and no storage class is set");
    }

    @Test
    void a_delayed_claim_waits_for_a_pod_and_then_for_its_node() {
        world.has(storageClass("WaitForFirstConsumer", "example.com/made"), claim("data", "1Gi"));
        assertThat(told())
                .containsExactly("WaitForFirstConsumer: waiting for first consumer to be created before binding");
        world.has(claim("data", "1Gi")
                .withMetadata(it -> it.resourceVersion("2").annotations(Map.of(Annotations.SELECTED_NODE, "n1"))));
        assertThat(world.decideClaim("data"))
                .plans("update persistentvolumeclaims shop/data", "record event ExternalProvisioning");
    }

    @Test
    void the_capacity_is_taken_over_once() {
        var data = bound(claim("data", "1Gi"), "a")
                .withStatus(it -> it.capacity(Map.of("storage", Quantity.parse("1Gi"))));
        world.has(volume("a", "9Gi", it -> it.claimRef(to(data))).withStatus(it -> it.phase("Bound")), data);
        assertThat(world.settled(claimKey("data"))).plansNothing();
    }

    @Test
    void a_volume_that_grows_counts_as_it_was_before() {
        var data = claim("data", "1Gi");
        world.has(
                volume("a", "9Gi", it -> it.claimRef(to(data)).volumeAttributesClassName("gold"))
                        .withMetadata(it -> it.annotations(Map.of(Annotations.PRE_RESIZE_CAPACITY, "5Gi"))),
                data.withSpec(it -> it.volumeAttributesClassName("gold")));
        assertThat(in(world.settled(claimKey("data"))).statuses(PersistentVolumeClaim.class))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.status().capacity()).containsEntry("storage", Quantity.parse("5Gi"));
                    assertThat(it.status().currentVolumeAttributesClassName()).contains("gold");
                });
    }

    private void misfit(String why, Consumer<PersistentVolumeSpec.Builder> change) {
        var one = new BinderWorld();
        one.has(volume("a", "1Gi", change), claim("data", "1Gi").withSpec(it -> it.volumeName("a")));
        assertThat(told(one.decideClaim("data")))
                .containsExactly("VolumeMismatch: Cannot bind to requested volume \"a\": " + why);
    }

    private List<String> told() {
        return told(world.decideClaim("data"));
    }

    private static List<String> told(Plan plan) {
        return in(plan).events().stream()
                .map(it -> it.reason() + ": " + it.note())
                .toList();
    }

    private static StorageClass marked(String name, int age) {
        return storageClass("Immediate", "example.com/made")
                .withMetadata(it -> it.name(name)
                        .uid("uid-of-" + name)
                        .creationTimestamp(Instant.ofEpochSecond(age))
                        .annotations(Map.of(Annotations.DEFAULT_CLASS, "true")));
    }
}
