package dev.kcm.controllers.identity.clusterroleaggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.identity.clusterroleaggregation.ClusterRoleAggregationController.Snapshot;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.runtime.testing.PlanAssert;
import dev.kcm.runtime.testing.Planned;
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

        assertThat(rules(snapshot)).isEqualTo("[" + rule("nodes") + "," + rule("pods") + "," + rule("secrets") + "]");
    }

    @Test
    void a_role_that_selects_itself_does_not_keep_its_own_rules() {
        var snapshot =
                new Snapshot(role("all", "secrets"), List.of(List.of(role("all", "secrets"), role("a", "pods"))));

        assertThat(rules(snapshot)).isEqualTo("[" + rule("pods") + "]");
    }

    @Test
    void a_role_with_the_right_rules_is_left_alone() {
        var snapshot = new Snapshot(role("all", "pods"), List.of(List.of(role("a", "pods"))));

        assertThat(aggregator.decide(snapshot).isNothing()).isTrue();
    }

    @Test
    void a_role_that_selects_nothing_any_more_loses_its_rules() {
        var snapshot = new Snapshot(role("all", "pods"), List.of(List.of()));

        assertThat(rules(snapshot)).isEqualTo("[]");
        var patch = applied(snapshot);
        assertThat(patch.type()).isEqualTo(PatchType.APPLY);
        assertThat(patch.force()).isTrue();
        assertThat(patch.options().fieldManager()).isEqualTo("clusterrole-aggregation-controller");
        PlanAssert.assertThat(aggregator.decide(snapshot)).plans("apply clusterroles all");
    }

    private Operation.Patch applied(Snapshot snapshot) {
        return Planned.in(aggregator.decide(snapshot)).only(Operation.Patch.class);
    }

    /// What is said of the role beside what names it.
    private String rules(Snapshot snapshot) {
        return ((JsonObject) Json.parse(applied(snapshot).patch().toByteArray()))
                .get("rules")
                .orElseThrow()
                .toString();
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
