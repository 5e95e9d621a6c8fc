package dev.kcm.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.NodeCondition;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnersAndConditionsTest {
    private static final Instant EARLIER = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = Instant.parse("2026-01-02T00:00:00Z");

    private static final ReplicaSet SET = ReplicaSet.builder()
            .metadata(m -> m.name("web").namespace("default").uid("u1"))
            .build();

    private static NodeCondition condition(String type, String status, Instant since) {
        return NodeCondition.builder()
                .type(type)
                .status(status)
                .lastTransitionTime(since)
                .build();
    }

    @Test
    void a_pod_knows_who_manages_it() {
        var pod = Pod.builder()
                .metadata(m -> m.addOwnerReferences(o -> o.uid("u0").name("other"))
                        .addOwnerReferences(OwnerReferences.toController(SET)))
                .build();
        assertThat(OwnerReferences.controllerOf(pod).map(OwnerReference::name)).contains("web");
        assertThat(OwnerReferences.isControlledBy(pod, SET)).isTrue();
        assertThat(OwnerReferences.isOwnedBy(pod, "u0")).isTrue();
        assertThat(OwnerReferences.isOwnedBy(pod, "u2")).isFalse();
        assertThat(OwnerReferences.controllerOf(Pod.EMPTY)).isEmpty();
    }

    @Test
    void a_reference_to_a_controller_names_its_kind() {
        assertThat(OwnerReferences.toController(SET))
                .hasToString("{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\"web\","
                        + "\"uid\":\"u1\",\"controller\":true,\"blockOwnerDeletion\":true}");
    }

    @Test
    void owners_are_replaced_and_removed_by_uid() {
        var first = OwnerReference.builder().uid("u1").name("old").build();
        var second = OwnerReference.builder().uid("u2").build();
        var owners = List.of(first, second);
        var renamed = first.withName("new");
        assertThat(OwnerReferences.with(owners, renamed)).containsExactly(renamed, second);
        assertThat(OwnerReferences.with(List.of(second), first)).containsExactly(second, first);
        assertThat(OwnerReferences.without(owners, "u1")).containsExactly(second);
    }

    @Test
    void a_condition_keeps_its_time_until_the_status_changes() {
        var present = List.of(condition("Ready", "True", EARLIER), condition("Disk", "False", EARLIER));
        assertThat(Conditions.with(present, condition("Ready", "True", LATER))).isEqualTo(present);
        assertThat(Conditions.with(present, condition("Ready", "False", LATER)))
                .containsExactly(condition("Ready", "False", LATER), present.getLast());
        assertThat(Conditions.with(present, condition("New", "True", LATER)))
                .containsExactly(present.getFirst(), present.getLast(), condition("New", "True", LATER));
    }

    @Test
    void a_condition_can_be_moved_to_the_end() {
        var present = List.of(condition("Ready", "True", EARLIER), condition("Disk", "False", EARLIER));
        assertThat(Conditions.withLast(present, condition("Ready", "True", LATER)))
                .containsExactly(present.getLast(), present.getFirst());
    }

    @Test
    void conditions_are_found_and_removed_by_type() {
        var present = List.of(condition("Ready", "True", EARLIER), condition("Disk", "False", EARLIER));
        assertThat(Conditions.isTrue(present, "Ready")).isTrue();
        assertThat(Conditions.isTrue(present, "Disk")).isFalse();
        assertThat(Conditions.isTrue(present, "None")).isFalse();
        assertThat(Conditions.find(present, "Disk")).contains(present.getLast());
        assertThat(Conditions.without(present, "Ready")).containsExactly(present.getLast());
    }

    @Test
    void equality_of_objects_is_semantic() {
        var written = Container.builder()
                .resources(r -> r.putLimits("cpu", Quantity.parse("1")))
                .build();
        var otherwise = Container.builder()
                .resources(r -> r.putLimits("cpu", Quantity.parse("1000m")))
                .args(List.of())
                .build();
        assertThat(written).isEqualTo(otherwise).hasSameHashCodeAs(otherwise);
        assertThat(Pod.EMPTY.withMetadata(m -> m.labels(Map.of()))).isEqualTo(Pod.EMPTY);
    }
}
