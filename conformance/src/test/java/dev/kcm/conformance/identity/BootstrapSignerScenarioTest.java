package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@KubeScenario(controllers = "bootstrap-signer-controller", wholeCluster = true)
@Execution(ExecutionMode.SAME_THREAD)
class BootstrapSignerScenarioTest {
    private static final AnyObjectBuilder<ConfigMap> INFO = object(
                    ConfigMap.builder().metadata(it -> it.name("cluster-info")).build())
            .in("kube-public");

    @Test
    void signs_with_each_token_that_is_meant_for_it(Scenario scenario) {
        scenario.when(publish())
                .given(
                        BootstrapTokens.token("aaaaaa").signing(),
                        BootstrapTokens.token("bbbbbb").signing(),
                        BootstrapTokens.token("cccccc").draft())
                .awaitQuiet()
                .comparing(INFO)
                .then(INFO)
                .satisfies(it -> assertThat(it.data())
                        .containsKeys("jws-kubeconfig-aaaaaa", "jws-kubeconfig-bbbbbb")
                        .doesNotContainKey("jws-kubeconfig-cccccc"));
    }

    @Test
    void a_signature_goes_with_its_token(Scenario scenario) {
        var token = BootstrapTokens.token("dddddd").signing();
        scenario.when(publish()).given(token).awaitQuiet();

        scenario.when(delete(token))
                .awaitQuiet()
                .then(INFO)
                .satisfies(it -> assertThat(it.data()).doesNotContainKey("jws-kubeconfig-dddddd"))
                .wrote("update configmaps x1");
    }

    @Test
    void a_forged_signature_is_put_right(Scenario scenario) {
        scenario.when(publish())
                .given(BootstrapTokens.token("eeeeee").signing())
                .awaitQuiet();
        var right = scenario.find(INFO).orElseThrow().data().getOrDefault("jws-kubeconfig-eeeeee", "");

        scenario.when(patch(INFO, """
            {"data": {"jws-kubeconfig-eeeeee": "forged", "jws-kubeconfig-ffffff": "forged"}}
            """))
                .awaitQuiet()
                .then(INFO)
                .satisfies(it -> assertThat(it.data())
                        .containsEntry("jws-kubeconfig-eeeeee", right)
                        .doesNotContainKey("jws-kubeconfig-ffffff"));
        assertThat(right).isNotEmpty();
    }

    @Test
    void signs_over_a_conflict_and_a_crash(Scenario scenario) {
        scenario.when(publish()).awaitQuiet();
        scenario.fault(conflictOnce(update(ConfigMap.CONFIG_MAPS)));

        scenario.given(BootstrapTokens.token("gggggg").signing())
                .crashAfterWrite(1)
                .awaitQuiet()
                .advance(Duration.ofSeconds(2))
                .then(INFO)
                .satisfies(it -> assertThat(it.data()).containsKey("jws-kubeconfig-gggggg"));
    }

    /// A real cluster has it from the start.
    private static Action publish() {
        return act("what joining nodes must know is published", client -> {
            try {
                var _ = client.on(ConfigMap.CONFIG_MAPS)
                        .create(ConfigMap.builder()
                                .metadata(it -> it.namespace("kube-public").name("cluster-info"))
                                .putData("kubeconfig", "clusters: []")
                                .build());
            } catch (ApiException refused) {
                if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                    throw refused;
                }
            }
        });
    }
}
