package dev.kcm.controllers.identity.clusterroleaggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.identity.clusterroleaggregation.ClusterRoleAggregationController.Snapshot;
import dev.kcm.model.json.Json;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.runtime.plan.Step;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterRoleAggregationDecisionTest {
    private final ClusterRoleAggregationController aggregator = new ClusterRoleAggregationController();

    @Test
    void rules_come_in_the_order_of_selectors_and_names_and_only_once() {
        var snapshot = new Snapshot(
                role("all"),
                List.of(
                        List.of(role("b", "pods"), role("a", "nodes", "pods")),
                        List.of(role("c", "secrets"), role("a", "nodes", "pods"))));

        assertThat(applied(snapshot).fields().toString())
                .isEqualTo("{\"rules\":[" + rule("nodes") + "," + rule("pods") + "," + rule("secrets") + "]}");
    }

    @Test
    void a_role_that_selects_itself_does_not_keep_its_own_rules() {
        var snapshot =
                new Snapshot(role("all", "secrets"), List.of(List.of(role("all", "secrets"), role("a", "pods"))));

        assertThat(applied(snapshot).fields().toString()).isEqualTo("{\"rules\":[" + rule("pods") + "]}");
    }

    @Test
    void a_role_with_the_right_rules_is_left_alone() {
        var snapshot = new Snapshot(role("all", "pods"), List.of(List.of(role("a", "pods"))));

        assertThat(aggregator.decide(snapshot).isNothing()).isTrue();
    }

    @Test
    void a_role_that_selects_nothing_any_more_loses_its_rules() {
        var step = applied(new Snapshot(role("all", "pods"), List.of(List.of())));

        assertThat(step.fields()).isEqualTo(Json.object("rules", Json.array()));
        assertThat(step.manager()).isEqualTo("clusterrole-aggregation-controller");
        assertThat(step.describe()).isEqualTo("apply clusterroles all");
    }

    private Step.Apply applied(Snapshot snapshot) {
        var steps = aggregator.decide(snapshot).steps().toList();
        assertThat(steps).hasSize(1);
        return (Step.Apply) steps.getFirst();
    }

    private static ClusterRole role(String name, String... resources) {
        return ClusterRole.builder()
                .metadata(it -> it.name(name))
                .rules(Arrays.stream(resources)
                        .map(ClusterRoleAggregationDecisionTest::rule)
                        .toList())
                .build();
    }

    private static PolicyRule rule(String resource) {
        return PolicyRule.builder()
                .addVerbs("get")
                .addApiGroups("")
                .addResources(resource)
                .build();
    }
}
