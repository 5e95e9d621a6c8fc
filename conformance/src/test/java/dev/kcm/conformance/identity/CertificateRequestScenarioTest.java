package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Requests belong to no namespace: where several scenarios run on one cluster, each has the
/// controllers for itself.
@KubeScenario(
        controllers = {"certificatesigningrequest-approving-controller", "certificatesigningrequest-signing-controller"
        },
        managerFlags = {
            "--cluster-signing-cert-file=src/test/resources/dev/kcm/conformance/identity/authority.crt",
            "--cluster-signing-key-file=src/test/resources/dev/kcm/conformance/identity/authority.key"
        })
@Execution(ExecutionMode.SAME_THREAD)
class CertificateRequestScenarioTest {
    private static final String CLIENTS = "kubernetes.io/kube-apiserver-client";

    @Test
    void a_node_gets_its_certificate(Scenario scenario) {
        var request = CertificateRequests.forNode("kcm-node");

        scenario.given(request)
                .awaitQuiet()
                .then(request)
                .condition("Approved", "True", "AutoApproved")
                .satisfies(CertificateRequestScenarioTest::isIssued)
                .wrote(
                        "create subjectaccessreviews x1..2",
                        "update certificatesigningrequests/approval x1",
                        "update certificatesigningrequests/status x1");
    }

    @Test
    void nobody_approves_what_others_decide_on(Scenario scenario) {
        var request = CertificateRequests.request("kcm-other", CLIENTS, "client auth");

        scenario.given(request)
                .awaitQuiet()
                .then(request)
                .lacksCondition("Approved")
                .wrote();
    }

    @Test
    void what_others_approve_is_signed(Scenario scenario) {
        var request = CertificateRequests.request("kcm-client", CLIENTS, "client auth");

        scenario.given(request)
                .awaitQuiet()
                .when(CertificateRequests.decide(request, "Approved"))
                .awaitQuiet()
                .then(request)
                .satisfies(CertificateRequestScenarioTest::isIssued);
    }

    @Test
    void what_others_deny_is_not_signed(Scenario scenario) {
        var request = CertificateRequests.request("kcm-denied-client", CLIENTS, "client auth");

        scenario.given(request)
                .awaitQuiet()
                .when(CertificateRequests.decide(request, "Denied"))
                .awaitQuiet()
                .then(request)
                .condition("Denied", "True")
                .satisfies(it -> assertThat(it.status().certificate().isEmpty()).isTrue())
                .wroteNothing();
    }

    @Test
    void a_signer_fails_what_it_may_never_sign(Scenario scenario) {
        var request = CertificateRequests.request("kcm-wrong-usage", CLIENTS, "client auth", "server auth");

        scenario.given(request)
                .when(CertificateRequests.decide(request, "Approved"))
                .awaitQuiet()
                .then(request)
                .condition("Failed", "True", "SignerValidationFailure")
                .satisfies(it -> assertThat(it.status().certificate().isEmpty()).isTrue());
    }

    @Test
    void a_node_does_not_become_a_controller_manager(Scenario scenario) {
        var request = CertificateRequests.forged("kcm-intruder");

        scenario.given(request)
                .awaitQuiet()
                .then(request)
                .lacksCondition("Approved")
                .when(CertificateRequests.decide(request, "Approved"))
                .awaitQuiet()
                .then(request)
                .condition("Failed", "True", "SignerValidationFailure")
                .satisfies(it -> assertThat(it.status().certificate().isEmpty()).isTrue());
    }

    @Test
    void another_signer_is_left_alone(Scenario scenario) {
        var request = CertificateRequests.request("kcm-theirs", "example.com/signer", "client auth");

        scenario.given(request)
                .when(CertificateRequests.decide(request, "Approved"))
                .awaitQuiet()
                .then(request)
                .condition("Approved", "True")
                .satisfies(it -> assertThat(it.status().certificate().isEmpty()).isTrue())
                .wroteNothing();
    }

    @Test
    void a_certificate_comes_in_the_end(Scenario scenario) {
        var request = CertificateRequests.forNode("kcm-unlucky");
        scenario.fault(
                conflictOnce(updateStatus(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS)),
                refuse(updateStatus(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS))
                        .with(serverError("not now"))
                        .times(2));

        scenario.given(request)
                .awaitQuiet()
                .advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(request)
                .satisfies(CertificateRequestScenarioTest::isIssued);
    }

    private static void isIssued(CertificateSigningRequest request) {
        assertThat(request.status().certificate().utf8()).startsWith("-----BEGIN CERTIFICATE-----");
    }
}
