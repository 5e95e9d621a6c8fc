package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.update;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.patch;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@KubeScenario(controllers = "clusterrole-aggregation-controller")
@Execution(ExecutionMode.SAME_THREAD)
class ClusterRoleAggregationScenarioTest {
    private static final String LABEL = "scenario.kcm.dev/part";

    @Test
    void a_role_follows_the_roles_it_selects(Scenario scenario) {
        var whole = whole("kcm-whole", "follows");
        scenario.given(whole)
                .given(part("kcm-part-b", "follows", "pods"), part("kcm-part-a", "follows", "nodes"))
                .awaitQuiet()
                .then(whole)
                .has("rules[0].resources[0]", "nodes")
                .has("rules[1].resources[0]", "pods");

        scenario.when(delete(part("kcm-part-a", "follows", "nodes")))
                .awaitQuiet()
                .then(whole)
                .satisfies(it -> assertThat(it.rules()).hasSize(1));
    }

    @Test
    void what_somebody_wrote_into_it_is_put_right(Scenario scenario) {
        var whole = whole("kcm-written", "written");
        scenario.given(whole, part("kcm-written-part", "written", "pods")).awaitQuiet();

        scenario.when(update(whole, it -> it.withRules(List.of())))
                .awaitQuiet()
                .then(whole)
                .satisfies(it -> assertThat(it.rules()).hasSize(1));
    }

    @Test
    void a_refused_write_is_tried_again(Scenario scenario) {
        var whole = whole("kcm-refused", "refused");
        scenario.fault(refuse(patch(ClusterRole.CLUSTER_ROLES))
                .with(serverError("not now"))
                .times(2));
        scenario.given(whole, part("kcm-refused-part", "refused", "pods"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(whole)
                .satisfies(it -> assertThat(it.rules()).hasSize(1));
    }

    private static AnyObjectBuilder<ClusterRole> whole(String name, String parts) {
        return object(ClusterRole.builder()
                .metadata(it -> it.name(name))
                .aggregationRule(rule -> rule.addClusterRoleSelectors(it -> it.putMatchLabels(LABEL, parts)))
                .build());
    }

    private static AnyObjectBuilder<ClusterRole> part(String name, String of, String resource) {
        return object(ClusterRole.builder()
                .metadata(it -> it.name(name).putLabels(LABEL, of))
                .addRules(it -> it.addApiGroups("").addResources(resource).addVerbs("get"))
                .build());
    }
}
