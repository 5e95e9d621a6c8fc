package dev.kcm.controllers.identity.clustertrustbundlepublisher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.identity.clustertrustbundlepublisher.ClusterTrustBundlePublisherController.Snapshot;
import dev.kcm.controllers.shared.authorities.PublishingMetrics;
import dev.kcm.model.certificates.v1beta1.ClusterTrustBundle;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterTrustBundlePublisherDecisionTest {
    /// The first twelve bytes of SHA-256 of `pem`, as sha256sum prints them.
    private static final String NAME = "kubernetes.io:kube-apiserver-serving:f0aeace912cf19dc1c6fffd4";

    @Test
    void the_bundle_is_named_after_its_content() {
        assertThat(ClusterTrustBundlePublisherController.name("pem")).isEqualTo(NAME);
    }

    @Test
    void a_missing_bundle_is_created_before_outdated_ones_go() {
        assertThat(steps("pem", bundle("old", "old pem")))
                .containsExactly("create clustertrustbundles " + NAME, "delete clustertrustbundles old");
    }

    @Test
    void a_bundle_with_other_content_is_set_right_and_the_right_one_left_alone() {
        assertThat(steps("pem", bundle(NAME, "tampered"))).containsExactly("update clustertrustbundles " + NAME);
        assertThat(steps("pem", bundle(NAME, "pem"))).isEmpty();
    }

    @Test
    void with_nothing_to_publish_nothing_is_done() {
        assertThat(steps("", bundle("old", "old pem"))).isEmpty();
    }

    private static List<String> steps(String authorities, ClusterTrustBundle... bundles) {
        var publisher = new ClusterTrustBundlePublisherController(
                authorities, PublishingMetrics.named("p", "", "", new Metrics()));
        return publisher
                .decide(new Snapshot(List.of(bundles)))
                .steps()
                .map(Step::describe)
                .toList();
    }

    private static ClusterTrustBundle bundle(String name, String content) {
        return ClusterTrustBundle.builder()
                .metadata(it -> it.name(name).uid("u"))
                .spec(it -> it.signerName(ClusterTrustBundlePublisherController.SIGNER)
                        .trustBundle(content))
                .build();
    }
}
