package dev.kcm.conformance.identity;

import static dev.kcm.cluster.scenario.Actions.delete;
import static dev.kcm.cluster.scenario.Drafts.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.cluster.junit.KubeScenario;
import dev.kcm.cluster.scenario.ObjectDraft;
import dev.kcm.cluster.scenario.Scenario;
import dev.kcm.model.rbac.v1.ClusterRole;

import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "clusterrole-aggregation-controller")
class ClusterRoleAggregationScenarioTest {
    private static final String LABEL = "scenario.kcm.dev/part";

    @Test
    void a_role_follows_the_roles_it_selects(Scenario scenario) {
        var whole =
                object(
                        ClusterRole.builder()
                                .metadata(it -> it.name("kcm-whole"))
                                .aggregationRule(
                                        rule ->
                                                rule.addClusterRoleSelectors(
                                                        it -> it.putMatchLabels(LABEL, "yes")))
                                .build());
        scenario.given(whole)
                .given(part("kcm-part-b", "pods"), part("kcm-part-a", "nodes"))
                .settle()
                .then(whole)
                .has("rules[0].resources[0]", "nodes")
                .has("rules[1].resources[0]", "pods");

        scenario.when(delete(part("kcm-part-a", "nodes")))
                .settle()
                .then(whole)
                .satisfies(it -> assertThat(it.rules()).hasSize(1));

        scenario.when(delete(whole), delete(part("kcm-part-b", "pods"))).settle();
    }

    private static ObjectDraft<ClusterRole> part(String name, String resource) {
        return object(
                ClusterRole.builder()
                        .metadata(it -> it.name(name).putLabels(LABEL, "yes"))
                        .addRules(it -> it.addApiGroups("").addResources(resource).addVerbs("get"))
                        .build());
    }
}
