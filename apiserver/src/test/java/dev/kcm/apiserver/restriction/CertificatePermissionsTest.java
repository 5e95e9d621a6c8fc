package dev.kcm.apiserver.restriction;

import static dev.kcm.apiserver.restriction.RestrictedServer.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.value.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

/// CertificateApproval, CertificateSigning and CertificateSubjectRestriction.
class CertificatePermissionsTest {
    private static final String GROUP = "certificates.k8s.io";
    private static final String SIGNER = "example.com/servers";
    private static final RequestUser CLERK = RequestUser.of("clerk");
    private static final PolicyRule WRITES = PolicyRule.builder()
            .addApiGroups(GROUP)
            .resources(List.of(
                    "certificatesigningrequests",
                    "certificatesigningrequests/approval",
                    "certificatesigningrequests/status"))
            .verbs(List.of("create", "update"))
            .build();

    private final RestrictedServer server = new RestrictedServer();

    @Test
    void approval_takes_the_verb_approve_on_the_signer() {
        server.allow(CLERK, WRITES, onSigner("approve", "other.com/*"), onSigner("sign", SIGNER));
        var approved = approved(stored(), "Approved");

        assertThatThrownBy(() -> server.update(CLERK, approved, "approval"))
                .hasMessage("certificatesigningrequests.certificates.k8s.io \"csr\" is forbidden: user not permitted to"
                        + " approve requests with signerName \"example.com/servers\"");
    }

    @Test
    void a_signer_may_be_named_by_its_domain() {
        server.allow(CLERK, WRITES, onSigner("approve", "example.com/*"));

        var approved = server.update(CLERK, approved(stored(), "Approved"), "approval");

        assertThat(approved.status().conditions()).hasSize(1);
    }

    @Test
    void the_signer_is_the_stored_one_whatever_the_request_says() {
        server.allow(CLERK, WRITES, onSigner("approve", "other.com/mine"));
        var disguised = approved(stored(), "Approved").withSpec(spec -> spec.signerName("other.com/mine"));

        assertThatThrownBy(() -> server.update(CLERK, disguised, "approval"))
                .hasMessageContaining("signerName \"example.com/servers\"");
    }

    @Test
    void a_certificate_or_a_verdict_in_the_status_takes_the_verb_sign() {
        server.allow(CLERK, WRITES, onSigner("approve", SIGNER));
        var stored = stored();
        var failed = approved(stored, "Failed");

        assertThatThrownBy(() -> server.update(CLERK, failed, "status"))
                .hasMessage("certificatesigningrequests.certificates.k8s.io \"csr\" is forbidden: user not permitted to"
                        + " sign requests with signerName \"example.com/servers\"");
        assertThat(server.update(CLERK, stored.withMetadata(m -> m.putLabels("a", "b")), "status"))
                .isNotNull();
    }

    @Test
    void who_may_sign_for_the_signer_does() {
        server.allow(CLERK, WRITES, onSigner("sign", SIGNER));

        assertThat(server.update(CLERK, approved(stored(), "Failed"), "status")
                        .status()
                        .conditions())
                .hasSize(1);
    }

    @Test
    void a_client_certificate_of_system_masters_is_not_even_requested() {
        server.allow(CLERK, WRITES);
        var client = "kubernetes.io/kube-apiserver-client";

        assertThatThrownBy(() -> server.create(CLERK, request(client, Subject.named("eve", "staff", "system:masters"))))
                .hasMessage("certificatesigningrequests.certificates.k8s.io \"csr\" is forbidden: use of"
                        + " kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed");
        assertThat(server.create(CLERK, request(client, Subject.named("eve", "staff"))))
                .isNotNull();
    }

    @Test
    void other_signers_know_no_group_of_masters() {
        server.allow(CLERK, WRITES);

        assertThat(server.create(CLERK, request(SIGNER, Subject.named("eve", "system:masters"))))
                .isNotNull();
    }

    private CertificateSigningRequest stored() {
        return server.create(RequestUser.ADMINISTRATOR, request(SIGNER, Subject.named("eve")));
    }

    private static CertificateSigningRequest approved(CertificateSigningRequest stored, String type) {
        return stored.withStatus(status -> status.addConditions(
                condition -> condition.type(type).status("True").reason("Test").message("")));
    }

    private static CertificateSigningRequest request(String signer, Subject subject) {
        var pem = SigningRequest.create(subject, AlternativeNames.ofHosts(), KeyKind.EC_P256.generate())
                .pem();
        return CertificateSigningRequest.builder()
                .metadata(m -> m.name("csr"))
                .spec(spec -> spec.signerName(signer)
                        .request(Bytes.utf8(pem))
                        .usages(List.of("client auth", "digital signature")))
                .build();
    }

    private static PolicyRule onSigner(String verb, String signer) {
        return rule(GROUP, "signers", verb).withResourceNames(List.of(signer));
    }
}
