package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.update;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.anyOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.certificates.v1beta1.ClusterTrustBundle;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.NotOverTheWire;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.ObjectGroup;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@KubeScenario(
        controllers = "kube-apiserver-serving-clustertrustbundle-publisher-controller",
        managerFlags = "--feature-gates=ClusterTrustBundle=true")
@Execution(ExecutionMode.SAME_THREAD)
@NotOverTheWire("the embedded server offers no beta versions over HTTPS")
class ClusterTrustBundleScenarioTest {
    private static final String SIGNER = "kubernetes.io/kube-apiserver-serving";
    private static final ObjectGroup<ClusterTrustBundle> PUBLISHED = all(ClusterTrustBundle.CLUSTER_TRUST_BUNDLES)
            .that("are for the API server", it -> it.spec().signerName().equals(SIGNER));

    @Test
    void a_lost_bundle_comes_back(Scenario scenario) {
        scenario.awaitQuiet().then(PUBLISHED).count(1);
        var first = PUBLISHED.find(scenario).getFirst();

        scenario.when(delete(anyOf(PUBLISHED)))
                .awaitQuiet()
                .then(PUBLISHED)
                .satisfy(found -> {
                    assertThat(found).hasSize(1);
                    assertThat(found.getFirst().name()).isEqualTo(first.name());
                    assertThat(found.getFirst().spec()).isEqualTo(first.spec());
                    assertThat(found.getFirst().uid()).isNotEqualTo(first.uid());
                })
                .wrote("create clustertrustbundles x1");
    }

    @Test
    void what_is_outdated_goes_and_what_is_others_stays(Scenario scenario) {
        var others = bundle("example.com:signer:kcm-others", "example.com/signer", scenario);
        scenario.awaitQuiet()
                .given(bundle("kubernetes.io:kube-apiserver-serving:old", SIGNER, scenario), others)
                .awaitQuiet()
                .then(PUBLISHED)
                .satisfy(found -> assertThat(found)
                        .singleElement()
                        .satisfies(it -> assertThat(it.name()).doesNotEndWith(":old")))
                .then(others)
                .exists();
    }

    @Test
    void what_somebody_wrote_into_it_is_put_right(Scenario scenario) {
        scenario.awaitQuiet();
        var right = PUBLISHED.find(scenario).getFirst();
        scenario.fault(conflictOnce(update(ClusterTrustBundle.CLUSTER_TRUST_BUNDLES)));

        scenario.when(act("the bundle is written twice over", client -> {
                    var _ = client.on(ClusterTrustBundle.CLUSTER_TRUST_BUNDLES)
                            .update(right.withSpec(
                                    spec -> spec.trustBundle(right.spec().trustBundle() + "\n")));
                }))
                .awaitQuiet()
                .advance(Duration.ofSeconds(2))
                .then(PUBLISHED)
                .allHave("spec.trustBundle", right.spec().trustBundle());
    }

    /// A bundle must hold a certificate; any will do.
    private static AnyObjectBuilder<ClusterTrustBundle> bundle(String name, String signer, Scenario scenario) {
        return object(ClusterTrustBundle.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.signerName(signer).trustBundle(scenario.client().authorities()))
                .build());
    }
}
