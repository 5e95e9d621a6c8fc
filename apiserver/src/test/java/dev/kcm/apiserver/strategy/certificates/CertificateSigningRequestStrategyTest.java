package dev.kcm.apiserver.strategy.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.PemText;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.value.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words are those of a real API server.
class CertificateSigningRequestStrategyTest {
    private static final Strategy<CertificateSigningRequest> STRATEGY = CertificateSigningRequestStrategy.STRATEGY;

    private final CertificateSigningRequest request = CertificateSigningRequest.builder()
            .metadata(it -> it.name("somebody"))
            .spec(spec -> spec.request(pem()).signerName("example.com/signer").usages(List.of("client auth")))
            .build();

    @Test
    void a_proper_request_is_taken() {
        assertThatCode(() -> create(request)).doesNotThrowAnyException();
    }

    @Test
    void what_is_no_request_is_refused() {
        assertThatThrownBy(() -> create(request.withSpec(spec -> spec.request(Bytes.utf8("nonsense")))))
                .hasMessageContaining("spec.request: Invalid value: \"bm9uc2Vuc2U=\": PEM block type must be"
                        + " CERTIFICATE REQUEST");
    }

    @Test
    void usages_must_be_known_and_different() {
        assertThatThrownBy(() -> create(request.withSpec(spec -> spec.usages(List.of()))))
                .hasMessageContaining("spec.usages: Required value");
        assertThatThrownBy(() -> create(request.withSpec(spec -> spec.usages(List.of("fun", "any", "any")))))
                .hasMessageContaining("spec.usages[0]: Unsupported value: \"fun\": supported values:")
                .hasMessageContaining("spec.usages[2]: Duplicate value: \"any\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|spec.signerName: Required value",
                "kubernetes.io/legacy-unknown|the legacy signerName is not allowed via this API" + " version",
                "signer|must be a fully qualified domain and path of the form" + " 'example.com/signer-name'",
                "local/signer|spec.signerName: Invalid value: \"local\": should be a domain with at"
                        + " least two segments separated by dots",
                "a.B/signer|spec.signerName: Invalid value: \"a.B\": validating label \"B\": a"
                        + " lowercase RFC 1123 label must",
            })
    void a_signer_has_a_domain_and_a_name(String signer, String words) {
        assertThatThrownBy(() -> create(request.withSpec(spec -> spec.signerName(signer))))
                .hasMessageContaining(words);
    }

    @Test
    void a_certificate_lives_ten_minutes_at_least() {
        assertThatThrownBy(() -> create(request.withSpec(spec -> spec.expirationSeconds(599))))
                .hasMessageContaining("spec.expirationSeconds: Invalid value: 599: may not specify a duration"
                        + " less than 600 seconds (10 minutes)");
    }

    @Test
    void an_approval_changes_conditions_and_nothing_else() {
        var wanted = with(request, "Approved")
                .withSpec(spec -> spec.signerName("example.com/other"))
                .withStatus(status -> status.certificate(Bytes.utf8("mine")));
        var approved = STRATEGY.preparedForSubresourceUpdate("approval", wanted, request);
        assertThat(approved).isEqualTo(with(request, "Approved"));
    }

    @Test
    void a_verdict_is_final() {
        assertThatThrownBy(() -> judge(with(with(request, "Approved"), "Denied"), request))
                .hasMessageContaining("status.conditions: Invalid value: \"Denied\": Approved and Denied"
                        + " conditions are mutually exclusive");
        assertThatThrownBy(() -> judge(request, with(request, "Approved")))
                .hasMessageContaining(
                        "status.conditions: Forbidden: updates may not remove a condition of type" + " \"Approved\"");
    }

    @Test
    void a_verdict_needs_the_approval_subresource() {
        assertThatThrownBy(() -> updateStatus(with(request, "Approved"), request))
                .hasMessageContaining(
                        "status.conditions: Forbidden: updates may not add a condition of type" + " \"Approved\"");
        var failed = with(request, "Failed");
        assertThatCode(() -> updateStatus(failed, request)).doesNotThrowAnyException();
    }

    @Test
    void a_status_update_leaves_verdicts_as_they_are() {
        var approved = with(request, "Approved");
        var talked = approved.withStatus(status -> status.conditions(
                List.of(approved.status().conditions().getFirst().withMessage("changed"))));
        assertThat(STRATEGY.preparedForStatusUpdate(talked, approved)).isEqualTo(approved);
    }

    @Test
    void a_certificate_is_issued_once() {
        var issued = request.withStatus(status -> status.certificate(Bytes.utf8("first")));
        var other = request.withStatus(status -> status.certificate(Bytes.utf8("second")));
        assertThatThrownBy(() -> updateStatus(other, issued))
                .hasMessageContaining(
                        "status.certificate: Forbidden: updates may not modify existing certificate" + " content");
    }

    private static CertificateSigningRequest with(CertificateSigningRequest request, String type) {
        return request.withStatus(
                status -> status.addConditions(it -> it.type(type).status("True")));
    }

    private static void create(CertificateSigningRequest request) {
        var errors = new FieldErrors();
        STRATEGY.validate(request, errors);
        refuse(errors);
    }

    private static void judge(CertificateSigningRequest wanted, CertificateSigningRequest current) {
        var errors = new FieldErrors();
        STRATEGY.validateSubresourceUpdate("approval", wanted, current, errors);
        refuse(errors);
    }

    private static void updateStatus(CertificateSigningRequest wanted, CertificateSigningRequest current) {
        var errors = new FieldErrors();
        STRATEGY.validateStatusUpdate(wanted, current, errors);
        refuse(errors);
    }

    private static void refuse(FieldErrors errors) {
        errors.throwIfAny(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS, "somebody");
    }

    private static Bytes pem() {
        var request = SigningRequest.create(
                new Subject("somebody", List.of()), AlternativeNames.NONE, KeyKind.EC_P256.generate());
        return Bytes.utf8(PemText.block("CERTIFICATE REQUEST", request.der()));
    }
}
