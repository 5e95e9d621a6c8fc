package dev.kcm.conformance.housekeeping;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Builders.object;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What refers to owners in other namespaces. The collector sees the whole cluster here, and would
/// clean up behind every other scenario.
@KubeScenario(controllers = "garbage-collector-controller", wholeCluster = true)
@Isolated
class OwnersElsewhereScenarioTest {

    @Test
    void an_owner_in_another_namespace_is_none(Scenario scenario) {
        var owner = config("kcm-elsewhere").in("kube-public");
        scenario.given(owner)
                .when(act(
                        "a config map refers to it",
                        client -> client.on(ConfigMap.CONFIG_MAPS)
                                .create(ConfigMap.builder()
                                        .metadata(it -> it.namespace(scenario.namespace())
                                                .name("prices")
                                                .addOwnerReferences(reference(
                                                        scenario.find(owner).orElseThrow())))
                                        .build())))
                .awaitQuiet()
                .advance(Duration.ofSeconds(2))
                .then(config("prices"))
                .isGone()
                .then(owner)
                .exists();
    }

    private static AnyObjectBuilder<ConfigMap> config(String name) {
        return object(ConfigMap.builder().metadata(it -> it.name(name)).build());
    }

    private static OwnerReference reference(ConfigMap owner) {
        return OwnerReference.builder()
                .apiVersion("v1")
                .kind("ConfigMap")
                .name(owner.name())
                .uid(owner.uid())
                .build();
    }
}
