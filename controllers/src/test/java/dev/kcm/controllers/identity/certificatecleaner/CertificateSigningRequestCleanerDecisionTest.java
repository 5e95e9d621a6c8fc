package dev.kcm.controllers.identity.certificatecleaner;

import static dev.kcm.controllers.shared.certificaterequests.Requests.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.PemText;
import dev.kcm.base.x509.Subject;
import dev.kcm.controllers.identity.certificatecleaner.CertificateSigningRequestCleanerController.Snapshot;
import dev.kcm.controllers.shared.certificaterequests.Requests;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.value.Bytes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateSigningRequestCleanerDecisionTest {
    private final CertificateSigningRequestCleanerController cleaner = new CertificateSigningRequestCleanerController();

    @ParameterizedTest
    @CsvSource({
        "Approved, true,  61,   issued more than an hour ago",
        "Approved, true,  59,   ''",
        "Approved, false, 61,   ''",
        "Approved, false, 1441, 'approved a day ago, and never issued'",
        "Denied,   false, 61,   denied more than an hour ago",
        "Denied,   false, 59,   ''",
        "Failed,   false, 61,   failed more than an hour ago",
        "Failed,   false, 59,   ''",
    })
    void decided_requests_stay_for_a_while(String condition, boolean isIssued, int minutes, String reason) {
        var request = Requests.with(old(0), condition, NOW.minus(Duration.ofMinutes(minutes)));

        assertThat(reason(isIssued ? issued(request, NOW.plusSeconds(60)) : request))
                .isEqualTo(reason);
    }

    @Test
    void undecided_requests_stay_for_a_day() {
        assertThat(reason(old(23))).isEmpty();
        assertThat(reason(old(25))).isEqualTo("nobody decided on it for a day");
    }

    @Test
    void requests_go_with_their_certificates() {
        var approved = Requests.with(old(0), "Approved", NOW);

        assertThat(reason(issued(approved, NOW.minusSeconds(1)))).isEqualTo("its certificate has expired");
        assertThat(reason(issued(approved, NOW.plusSeconds(1)))).isEmpty();
        assertThat(reason(approved.withStatus(it -> it.certificate(Bytes.utf8("?")))))
                .isEmpty();
    }

    private String reason(CertificateSigningRequest request) {
        return cleaner.decide(new Snapshot(List.of(request), NOW)).stream()
                .map(Plan::why)
                .findFirst()
                .orElse("");
    }

    private static CertificateSigningRequest old(int hours) {
        return Requests.ofNode().withMetadata(it -> it.creationTimestamp(NOW.minus(Duration.ofHours(hours))));
    }

    private static CertificateSigningRequest issued(CertificateSigningRequest request, Instant ends) {
        var any = CertificateAuthority.create(Subject.named("x"), KeyKind.EC_P256, NOW.minus(Duration.ofDays(1)), ends);
        return request.withStatus(it -> it.certificate(Bytes.utf8(PemText.certificate(any.certificate()))));
    }
}
