package dev.kcm.controllers.identity.certificatesigning;

import static dev.kcm.controllers.shared.certificaterequests.Requests.CLIENT_USAGES;
import static dev.kcm.controllers.shared.certificaterequests.Requests.NODE;
import static dev.kcm.controllers.shared.certificaterequests.Requests.NOW;
import static dev.kcm.controllers.shared.certificaterequests.Requests.SERVER_USAGES;
import static dev.kcm.controllers.shared.certificaterequests.Requests.approved;
import static dev.kcm.controllers.shared.certificaterequests.Requests.asking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.pem.Pem;
import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.Subject;
import dev.kcm.controllers.identity.certificatesigning.CertificateSigningRequestSigningController.Finding;
import dev.kcm.controllers.identity.certificatesigning.CertificateSigningRequestSigningController.Snapshot;
import dev.kcm.controllers.shared.certificaterequests.ForgedRequests;
import dev.kcm.controllers.shared.certificaterequests.Requests;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.value.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateSigningRequestSigningDecisionTest {
    private static final SignerFiles NONE = new SignerFiles("", "");

    @TempDir
    private Path directory;

    private CertificateAuthority authority;
    private CertificateSigningRequestSigningController reconciler;

    @BeforeEach
    void signWithOneAuthority() throws IOException {
        authority = newAuthority("first", NOW.plus(Duration.ofDays(3650)));
        reconciler = new CertificateSigningRequestSigningController(SigningAuthorities.of(options(files(), NONE)));
    }

    @Test
    void an_approved_request_gets_what_it_asks_for() throws Exception {
        var request = approved(Requests.ofNode());

        var certificate = signed(request);

        certificate.verify(authority.certificate().getPublicKey());
        assertThat(Subject.of(certificate)).isEqualTo(NODE);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(certificate.getBasicConstraints()).isNegative();
        assertThat(certificate.getNotBefore().toInstant()).isEqualTo(NOW.minus(Duration.ofMinutes(5)));
        assertThat(certificate.getNotAfter().toInstant())
                .isEqualTo(NOW.plus(Duration.ofDays(365)).minus(Duration.ofMinutes(5)));
    }

    @Test
    void a_short_one_is_as_long_as_it_asks_and_at_least_ten_minutes() {
        assertThat(lifetime(3600)).isEqualTo(Duration.ofHours(1));
        assertThat(lifetime(1)).isEqualTo(Duration.ofMinutes(10));
        assertThat(lifetime(Integer.MAX_VALUE)).isEqualTo(Duration.ofDays(365).minus(Duration.ofMinutes(5)));
    }

    @Test
    void no_certificate_outlives_the_authority() throws IOException {
        newAuthority("first", NOW.plus(Duration.ofDays(2)));

        assertThat(signed(approved(Requests.ofNode())).getNotAfter().toInstant())
                .isEqualTo(NOW.plus(Duration.ofDays(2)));
    }

    @Test
    void an_authority_that_has_expired_signs_nothing_and_is_asked_again() throws IOException {
        newAuthority("first", NOW.minusSeconds(1));
        var snapshot = snapshot(approved(Requests.ofNode()));

        var plan = reconciler.decide(snapshot);

        assertThat(plan.isNothing()).isTrue();
        assertThat(plan.why()).contains("the signer has expired");
        assertThat(plan.wakeIn()).contains(Duration.ofSeconds(60));
    }

    @Test
    void files_that_were_replaced_count_at_once_and_broken_ones_not_at_all() throws Exception {
        var second = newAuthority("first", NOW.plus(Duration.ofDays(100)));
        signed(approved(Requests.ofNode())).verify(second.certificate().getPublicKey());

        Files.writeString(directory.resolve("first.key"), "half a fi");
        signed(approved(Requests.ofNode())).verify(second.certificate().getPublicKey());
    }

    @Test
    void what_a_signer_must_not_sign_fails_for_good() {
        var unfit = approved(
                Requests.of("kubernetes.io/kubelet-serving", asking(NODE, AlternativeNames.NONE), SERVER_USAGES));

        var written = written(snapshot(unfit));

        assertThat(written.status().certificate().isEmpty()).isTrue();
        assertThat(written.status().conditions().getLast()).satisfies(failed -> {
            assertThat(failed.type()).isEqualTo("Failed");
            assertThat(failed.status()).isEqualTo("True");
            assertThat(failed.reason()).isEqualTo("SignerValidationFailure");
            assertThat(failed.message()).isEqualTo("DNS or IP subjectAltName is required");
            assertThat(failed.lastUpdateTime()).contains(NOW);
        });
    }

    @Test
    void client_certificates_of_the_api_server_are_for_clients() {
        assertThat(problem("kubernetes.io/kube-apiserver-client", SERVER_USAGES))
                .isEqualTo("invalid usage for client certificate: server auth");
        assertThat(problem("kubernetes.io/kube-apiserver-client", List.of("digital signature")))
                .isEqualTo("missing required usage for client certificate: client auth");
    }

    @Test
    void the_oldest_signer_signs_anything_with_usages_it_knows() {
        var anything = Requests.of(
                "kubernetes.io/legacy-unknown",
                asking(Subject.named("x"), AlternativeNames.NONE),
                List.of("cert sign", "any"));
        assertThat(finding(approved(anything))).isInstanceOf(Finding.Signed.class);
        assertThat(finding(approved(anything.withSpec(it -> it.addUsages("magic")))))
                .isEqualTo(new Finding.Unsigned("unrecognized usage values: [magic]"));
    }

    @Test
    void no_signer_signs_a_name_that_can_be_read_as_two() {
        for (var signer : Signer.values()) {
            for (var forged : ForgedRequests.AMBIGUOUS) {
                var request = approved(Requests.of(signer.signerName(), forged, CLIENT_USAGES));

                assertThat(finding(request))
                        .as(signer.signerName() + " " + Subject.of(forged.subject()))
                        .isInstanceOf(Finding.Unfit.class);
            }
        }
    }

    @Test
    void the_name_is_made_anew_and_holds_nothing_that_was_not_checked() {
        var certificate =
                signed(approved(Requests.of(Requests.KUBELET_CLIENT, ForgedRequests.WITH_UID, CLIENT_USAGES)));

        assertThat(certificate.getSubjectX500Principal())
                .isEqualTo(Subject.named("system:node:intruder", "system:nodes").principal());
    }

    @Test
    void requests_that_are_undecided_denied_failed_issued_or_for_others_are_left_alone() {
        var node = Requests.ofNode();
        assertThat(finding(node)).isInstanceOf(Finding.NotOurs.class);
        assertThat(finding(Requests.with(approved(node), "Denied", NOW))).isInstanceOf(Finding.NotOurs.class);
        assertThat(finding(Requests.with(approved(node), "Failed", NOW))).isInstanceOf(Finding.NotOurs.class);
        assertThat(finding(approved(node).withStatus(it -> it.certificate(Bytes.utf8("there")))))
                .isInstanceOf(Finding.NotOurs.class);
        assertThat(finding(approved(node).withSpec(it -> it.signerName("example.com/own"))))
                .isInstanceOf(Finding.NotOurs.class);
        assertThat(finding(approved(node).withSpec(it -> it.request(Bytes.utf8("nonsense")))))
                .isInstanceOf(Finding.NotOurs.class);
    }

    @Test
    void files_of_one_signer_leave_the_others_without() {
        var one = new CertificateSigningRequestSigningController(SigningAuthorities.of(options(NONE, files())));

        assertThat(one.finding(approved(Requests.ofNode()), NOW))
                .isEqualTo(new Finding.NotOurs("there is no key of kubernetes.io/kube-apiserver-client-kubelet"));
    }

    @Test
    void files_that_are_no_authority_are_named() {
        var missing = new SignerFiles(directory.resolve("a").toString(), files().keyFile());

        assertThatThrownBy(() -> SigningAuthorities.of(options(missing, NONE)))
                .hasMessageContaining(missing.certFile());
    }

    private Duration lifetime(int asked) {
        var request = approved(Requests.ofNode()).withSpec(it -> it.expirationSeconds(asked));
        return Duration.between(NOW, signed(request).getNotAfter().toInstant());
    }

    private String problem(String signer, List<String> usages) {
        var request = Requests.of(signer, asking(NODE, AlternativeNames.NONE), usages);
        return ((Finding.Unfit) finding(approved(request))).problem();
    }

    private X509Certificate signed(CertificateSigningRequest request) {
        var text = written(snapshot(request)).status().certificate().utf8();
        return Pem.certificates("what was signed", text).getFirst();
    }

    private Snapshot snapshot(CertificateSigningRequest request) {
        return new Snapshot(request, finding(request), NOW);
    }

    private Finding finding(CertificateSigningRequest request) {
        return reconciler.finding(request, NOW);
    }

    private CertificateSigningRequest written(Snapshot snapshot) {
        var steps = reconciler.decide(snapshot).steps().toList();
        assertThat(steps).hasSize(1);
        return (CertificateSigningRequest)
                steps.getFirst().as(Operation.Update.class).orElseThrow().object();
    }

    private SignerFiles files() {
        return new SignerFiles(
                directory.resolve("first.crt").toString(),
                directory.resolve("first.key").toString());
    }

    private static CertificateSigningOptions options(SignerFiles shared, SignerFiles serving) {
        return new CertificateSigningOptions(shared, serving, NONE, NONE, NONE, Duration.ofDays(365));
    }

    private CertificateAuthority newAuthority(String name, Instant ends) throws IOException {
        var made =
                CertificateAuthority.create(Subject.named("ca"), KeyKind.EC_P256, NOW.minus(Duration.ofDays(10)), ends);
        new KeyedCertificate(List.of(made.certificate()), made.key())
                .write(directory.resolve(name + ".crt"), directory.resolve(name + ".key"));
        return made;
    }
}
