package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "root-ca-certificate-publisher-controller")
class RootCertificateScenarioTest {
    private static final ObjectLocator<ConfigMap> BUNDLE =
            ObjectLocator.named(ConfigMap.CONFIG_MAPS, "kube-root-ca.crt");

    @Test
    void changes_to_the_bundle_are_undone(Scenario scenario) {
        scenario.awaitQuiet().then(BUNDLE).satisfies(RootCertificateScenarioTest::isComplete);

        scenario.when(patch(BUNDLE, "{\"data\":{\"ca.crt\":\"another\",\"more\":\"text\"}}"))
                .awaitQuiet()
                .then(BUNDLE)
                .satisfies(RootCertificateScenarioTest::isComplete)
                .wrote("update configmaps x1");
    }

    @Test
    void a_lost_bundle_comes_back(Scenario scenario) {
        scenario.awaitQuiet()
                .when(delete(BUNDLE))
                .awaitQuiet()
                .then(BUNDLE)
                .satisfies(RootCertificateScenarioTest::isComplete)
                .wrote("create configmaps x1");
    }

    @Test
    void a_refused_write_is_tried_again(Scenario scenario) {
        scenario.awaitQuiet();
        scenario.fault(refuse(create(ConfigMap.CONFIG_MAPS))
                .with(serverError("not now"))
                .times(2));

        scenario.when(delete(BUNDLE))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .then(BUNDLE)
                .satisfies(RootCertificateScenarioTest::isComplete);
    }

    private static void isComplete(ConfigMap bundle) {
        assertThat(bundle.data().keySet()).isEqualTo(Set.of("ca.crt"));
        assertThat(bundle.data().get("ca.crt")).startsWith("-----BEGIN CERTIFICATE-----");
        assertThat(bundle.annotations()).containsKey("kubernetes.io/description");
    }
}
