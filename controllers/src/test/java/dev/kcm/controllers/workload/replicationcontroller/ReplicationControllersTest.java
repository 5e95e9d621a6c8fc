package dev.kcm.controllers.workload.replicationcontroller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.shared.replicas.ReplicaOwnerKind;
import dev.kcm.model.core.v1.ReplicationController;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicationControllersTest {
    private final ReplicationControllers kind = new ReplicationControllers();
    private final ReplicationController bare = ReplicationController.builder()
            .metadata(m -> m.namespace("shop").name("web").uid("uid-web"))
            .spec(spec -> spec.replicas(1))
            .build();

    @Test
    void a_missing_selector_matches_nothing() {
        assertThat(kind.selector(bare).matches(Map.of("app", "web"))).isFalse();
        assertThat(ReplicaOwnerKind.validSelector(kind.toReplicaSet(bare))
                        .orElseThrow()
                        .matches(Map.of()))
                .isFalse();
    }

    @Test
    void a_selector_is_a_map_of_labels() {
        var selecting = bare.withSpec(spec -> spec.putSelector("app", "web"));

        assertThat(kind.selector(selecting).matches(Map.of("app", "web", "tier", "front")))
                .isTrue();
        assertThat(ReplicaOwnerKind.validSelector(kind.toReplicaSet(selecting))
                        .orElseThrow()
                        .matches(Map.of("app", "db")))
                .isFalse();
    }

    @Test
    void its_queue_is_called_as_upstream_calls_it() {
        assertThat(ReplicationControllerController.SPEC.names().queue()).isEqualTo("replicationmanager");
    }
}
