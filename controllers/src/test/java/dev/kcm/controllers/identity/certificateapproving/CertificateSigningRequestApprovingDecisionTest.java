package dev.kcm.controllers.identity.certificateapproving;

import static dev.kcm.controllers.shared.certificaterequests.Requests.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.controllers.identity.certificateapproving.CertificateSigningRequestApprovingController.Snapshot;
import dev.kcm.controllers.identity.certificateapproving.CertificateSigningRequestApprovingController.Way;
import dev.kcm.controllers.shared.certificaterequests.ForgedRequests;
import dev.kcm.controllers.shared.certificaterequests.Requests;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.controller.LiveReads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CertificateSigningRequestApprovingDecisionTest {
    private final CertificateSigningRequestApprovingController reconciler =
            new CertificateSigningRequestApprovingController(new LiveReads() {
                @Override
                public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
                    return Optional.empty();
                }
            });

    @Test
    void what_is_granted_is_approved_with_upstreams_words() {
        var snapshot = snapshot(Requests.ofNode(), Optional.of(Way.OWN_NODE));

        var step = reconciler.decide(snapshot).steps().findFirst().orElseThrow();

        assertThat(step.describe()).isEqualTo("update certificatesigningrequests/approval r");
        var approved = (CertificateSigningRequest)
                step.as(Operation.Update.class).orElseThrow().object();
        assertThat(approved.status().conditions()).singleElement().satisfies(it -> {
            assertThat(it.type()).isEqualTo("Approved");
            assertThat(it.status()).isEqualTo("True");
            assertThat(it.reason()).isEqualTo("AutoApproved");
            assertThat(it.message())
                    .isEqualTo("Auto approving self kubelet client certificate after" + " SubjectAccessReview.");
        });
    }

    @Test
    void what_is_not_granted_is_asked_again() {
        var plan = reconciler.decide(snapshot(Requests.ofNode(), Optional.empty()));

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.wakeIn()).contains(Duration.ofSeconds(60));
    }

    @Test
    void a_node_that_asks_for_itself_may_be_approved_in_two_ways() {
        assertThat(CertificateSigningRequestApprovingController.ways(Requests.ofNode()))
                .containsExactly(Way.OWN_NODE, Way.ANY_NODE);
        assertThat(CertificateSigningRequestApprovingController.ways(
                        Requests.ofNode().withSpec(it -> it.username("bootstrapper"))))
                .containsExactly(Way.ANY_NODE);
    }

    @Test
    void decided_requests_and_those_of_other_signers_or_forms_are_nobodys_business() {
        var node = Requests.ofNode();
        assertThat(List.of(
                        Requests.with(node, "Approved", NOW),
                        Requests.with(node, "Denied", NOW),
                        node.withSpec(it -> it.signerName("kubernetes.io/kubelet-serving")),
                        Requests.of(
                                Requests.KUBELET_CLIENT,
                                Requests.asking(Requests.NODE, AlternativeNames.ofHosts("one")),
                                Requests.CLIENT_USAGES)))
                .allSatisfy(it -> assertThat(CertificateSigningRequestApprovingController.ways(it))
                        .isEmpty());
    }

    @Test
    void nobody_gets_a_name_that_can_be_read_as_two() {
        assertThat(ForgedRequests.AMBIGUOUS)
                .allSatisfy(forged -> assertThat(CertificateSigningRequestApprovingController.ways(
                                Requests.of(Requests.KUBELET_CLIENT, forged, Requests.CLIENT_USAGES)))
                        .isEmpty());
    }

    private static Snapshot snapshot(CertificateSigningRequest request, Optional<Way> granted) {
        return new Snapshot(request, CertificateSigningRequestApprovingController.ways(request), granted, NOW);
    }
}
