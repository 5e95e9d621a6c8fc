package dev.kcm.controllers.node.ttl;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.testing.Planned;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TtlDecisionTest {
    private final TtlController controller = new TtlController();

    @ParameterizedTest
    @CsvSource({
        "UP_TO_100, 0, 0",
        "UP_TO_100, 100, 0",
        "UP_TO_100, 101, 15",
        "UP_TO_500, 90, 15",
        "UP_TO_500, 89, 0",
        "UP_TO_500, 500, 15",
        "UP_TO_500, 501, 30",
        "UP_TO_1000, 450, 30",
        "UP_TO_1000, 449, 15",
        "UP_TO_1000, 1001, 60",
        "UP_TO_2000, 899, 30",
        "UP_TO_2000, 2001, 300",
        "LARGER, 1800, 300",
        "LARGER, 1799, 60",
        "UP_TO_100, 5000, 300",
        "LARGER, 3, 0",
    })
    void a_cluster_leaves_its_step_at_either_end(ClusterSize before, int nodes, int seconds) {
        assertThat(before.with(nodes).seconds()).isEqualTo(seconds);
    }

    @Test
    void a_node_without_the_annotation_gets_it() {
        var plan = controller.decide(new TtlController.Snapshot(node(), ClusterSize.UP_TO_100));
        assertThat(plan).plans("patch nodes a").because("its kubelet may use what it has read for 0 s");
        assertThat(Planned.in(plan).patches().getFirst().patch().utf8())
                .isEqualTo("{\"metadata\":{\"annotations\":{\"node.alpha.kubernetes.io/ttl\":\"0\"}}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "30", "soon", "", "15s", "99999999999999999999"})
    void another_value_is_replaced(String value) {
        assertThat(controller.decide(new TtlController.Snapshot(annotated(value), ClusterSize.UP_TO_500)))
                .plans("patch nodes a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"15", "+15", "015"})
    void the_same_value_stays(String value) {
        assertThat(controller.decide(new TtlController.Snapshot(annotated(value), ClusterSize.UP_TO_500)))
                .plansNothing();
    }

    private static Node node() {
        return Node.builder().metadata(it -> it.name("a")).build();
    }

    private static Node annotated(String value) {
        return node().withMetadata(it -> it.putAnnotations(TtlController.ANNOTATION, value));
    }
}
