package dev.kcm.controllers.workload.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimRetentionTest {
    private static final StatefulSet SET =
            StatefulSetWorld.of(2, StatefulSetWorld::claim).set();
    private static final LeanPod POD = LeanPod.builder()
            .metadata(it -> it.namespace("default").name("db-1").uid("uid-db-1"))
            .build();
    private static final OwnerReference OF_SET = OwnerReferences.toController(SET);
    private static final OwnerReference OF_POD = OwnerReferences.toController(POD);
    private static final OwnerReference OTHER = OwnerReference.builder()
            .apiVersion("v1")
            .kind("ConfigMap")
            .name("other")
            .uid("uid-other")
            .build();

    /// Which owner a claim gets that has both, by the policy and whether the set has the ordinal.
    @ParameterizedTest
    @CsvSource({
        "Retain, Retain, true, none",
        "Retain, Retain, false, none",
        "Delete, Retain, true, set",
        "Delete, Retain, false, set",
        "Retain, Delete, true, none",
        "Retain, Delete, false, pod",
        "Delete, Delete, true, set",
        "Delete, Delete, false, pod",
        "Delete, Perhaps, true, none"
    })
    void a_claim_has_at_most_one_owner_of_ours(
            String whenDeleted, String whenScaled, boolean isWanted, String expected) {
        var wanted = expected.equals("set") ? List.of(OF_SET) : expected.equals("pod") ? List.of(OF_POD) : List.of();
        var retention = retention(whenDeleted, whenScaled);

        assertThat(retention.corrected(claim(OF_SET, OF_POD), POD, isWanted)).contains(List.copyOf(asOwners(wanted)));
        var right = claim(asOwners(wanted).toArray(OwnerReference[]::new));
        assertThat(retention.corrected(right, POD, isWanted)).isEmpty();
        assertThat(retention.isRight(ClaimKind.of(right), isWanted)).isTrue();
        assertThat(retention.isRight(ClaimKind.of(claim(OF_SET, OF_POD)), isWanted))
                .isFalse();
    }

    @Test
    void owners_that_are_not_ours_stay() {
        assertThat(retention("Delete", "Retain").corrected(claim(OTHER), POD, true))
                .contains(List.of(OTHER, OF_SET));
    }

    @Test
    void another_controller_keeps_the_claim_to_itself() {
        var controller = OTHER.withController(true);
        var retention = retention("Delete", "Delete");

        assertThat(retention.corrected(claim(controller, OF_SET), POD, true)).contains(List.of(controller));
        assertThat(retention.corrected(claim(controller), POD, true)).isEmpty();
        assertThat(retention.hasForeignController(claim(controller), POD)).isTrue();
        assertThat(retention("Retain", "Retain").hasForeignController(claim(controller), POD))
                .isFalse();
    }

    @Test
    void claims_of_an_earlier_set_or_pod_are_left_to_the_garbage_collector() {
        var retention = retention("Delete", "Delete");

        assertThat(retention.corrected(claim(OF_SET.withUid("earlier")), POD, true))
                .isEmpty();
        assertThat(retention.corrected(claim(OF_POD.withUid("earlier")), POD, true))
                .isEmpty();
    }

    @Test
    void an_owner_that_does_not_control_is_replaced_by_one_that_does() {
        assertThat(retention("Delete", "Retain").corrected(claim(OF_SET.withController(false)), POD, true))
                .contains(List.of(OF_SET));
    }

    @Test
    void a_claim_of_an_earlier_pod_is_stale_where_claims_go_with_pods() {
        var stale = claim(OF_POD.withUid("earlier"));

        assertThat(retention("Retain", "Delete").isStale(stale, "db-1")).isTrue();
        assertThat(retention("Retain", "Delete").isStale(stale, "db-2")).isFalse();
        assertThat(retention("Delete", "Retain").isStale(stale, "db-1")).isFalse();
    }

    @Test
    void claims_of_one_template_are_of_one_kind() {
        var one = claim(OF_POD);
        var two = claim(OF_POD.withName("db-2").withUid("uid-db-2")).withMetadata(it -> it.name("data-db-2"));

        assertThat(ClaimKind.of(one)).isEqualTo(ClaimKind.of(two));
    }

    private static List<OwnerReference> asOwners(List<? extends Object> wanted) {
        return wanted.stream().map(OwnerReference.class::cast).toList();
    }

    private static ClaimRetention retention(String whenDeleted, String whenScaled) {
        return ClaimRetention.of(SET.withSpec(spec -> spec.persistentVolumeClaimRetentionPolicy(
                policy -> policy.whenDeleted(whenDeleted).whenScaled(whenScaled))));
    }

    private static PersistentVolumeClaim claim(OwnerReference... owners) {
        return PersistentVolumeClaim.builder()
                .metadata(it -> it.namespace("default").name("data-db-1").ownerReferences(List.of(owners)))
                .build();
    }
}
