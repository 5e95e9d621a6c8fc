package dev.kcm.controllers.shared.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VolumeUseTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final PersistentVolumeClaim DATA = PersistentVolumeClaim.builder()
            .metadata(it -> it.namespace("shop").name("data"))
            .build();
    private static final LeanPod POD = LeanPod.builder()
            .metadata(it -> it.namespace("shop").name("web").uid("uid-web"))
            .spec(spec -> spec.nodeName("node-1")
                    .addVolumes(volume -> volume.name("disk").persistentVolumeClaim(it -> it.claimName("data")))
                    .addVolumes(volume -> volume.name("cache").ephemeral(it -> it.volumeClaimTemplate(_ -> {}))))
            .build();
    private static final PersistentVolumeClaim CACHE = PersistentVolumeClaim.builder()
            .metadata(
                    it -> it.namespace("shop").name("web-cache").addOwnerReferences(OwnerReferences.toController(POD)))
            .build();

    @Test
    void a_pods_claims_are_the_named_and_the_made_ones() {
        assertThat(PodVolumeClaims.of(POD))
                .containsExactly(ObjectKey.of("shop", "data"), ObjectKey.of("shop", "web-cache"));
    }

    @Test
    void a_pod_with_a_node_keeps_its_claims_whatever_its_phase() {
        assertThat(VolumeUse.keeps(POD, DATA)).isTrue();
        assertThat(VolumeUse.keeps(POD, CACHE)).isTrue();
        assertThat(VolumeUse.keeps(POD.withStatus(status -> status.phase("Succeeded")), DATA))
                .isTrue();
        assertThat(VolumeUse.keeps(deleted(30), CACHE)).isTrue();
    }

    @Test
    void a_pod_without_a_node_keeps_none() {
        assertThat(VolumeUse.keeps(POD.withSpec(spec -> spec.nodeName("")), DATA))
                .isFalse();
    }

    @Test
    void claims_of_another_name_or_namespace_or_made_for_another_pod_are_not_meant() {
        assertThat(VolumeUse.keeps(POD, DATA.withMetadata(it -> it.name("other"))))
                .isFalse();
        assertThat(VolumeUse.keeps(POD, DATA.withMetadata(it -> it.namespace("other"))))
                .isFalse();
        assertThat(VolumeUse.keeps(POD.withMetadata(it -> it.uid("uid-other")), CACHE))
                .isFalse();
    }

    @Test
    void a_pod_that_is_shut_down_lets_go_of_the_claims_that_were_made_for_it() {
        assertThat(VolumeUse.keeps(deleted(0), CACHE)).isFalse();
        assertThat(VolumeUse.keeps(deleted(0), DATA)).isTrue();
    }

    @Test
    void terminated_is_what_ended_or_is_deleted_and_does_not_run() {
        var running = POD.withStatus(status -> status.phase("Running").addContainerStatuses(it -> it.state(_ -> {})));
        assertThat(VolumeUse.isTerminated(running)).isFalse();
        assertThat(VolumeUse.isTerminated(running.withMetadata(it -> it.deletionTimestamp(NOW))))
                .isFalse();
        assertThat(VolumeUse.isTerminated(POD.withStatus(status -> status.phase("Failed"))))
                .isTrue();
        var stopped = deleted(30)
                .withStatus(status -> status.phase("Running")
                        .addContainerStatuses(it -> it.state(state -> state.waiting(true)))
                        .addInitContainerStatuses(it -> it.state(state -> state.terminated(_ -> {}))));
        assertThat(VolumeUse.isTerminated(stopped)).isTrue();
        assertThat(VolumeUse.isTerminated(deleted(30))).isTrue();
    }

    @Test
    void a_pod_may_use_its_claims_before_it_has_a_node_and_until_it_has_ended() {
        assertThat(VolumeUse.mayBeUsedBy(POD.withSpec(spec -> spec.nodeName("")), DATA))
                .isTrue();
        assertThat(VolumeUse.mayBeUsedBy(POD, CACHE)).isTrue();
        assertThat(VolumeUse.mayBeUsedBy(POD.withStatus(status -> status.phase("Succeeded")), DATA))
                .isFalse();
    }

    private static LeanPod deleted(long gracePeriod) {
        return POD.withMetadata(it -> it.deletionTimestamp(NOW).deletionGracePeriodSeconds(gracePeriod));
    }
}
