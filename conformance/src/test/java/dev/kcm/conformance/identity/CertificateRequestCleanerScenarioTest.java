package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Faults.delete;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;

import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.NotOverTheWire;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "certificatesigningrequest-cleaner-controller", nodes = 0)
@NotOverTheWire("connections do not last for hours of virtual time")
class CertificateRequestCleanerScenarioTest {
    private static final Duration AN_HOUR = Duration.ofMinutes(61);

    @Test
    @EmbeddedOnly("it runs once an hour")
    void a_denied_request_goes_after_an_hour(Scenario scenario) {
        var denied = CertificateRequests.forNode("kcm-denied");
        var waiting = CertificateRequests.forNode("kcm-waiting");
        scenario.given(denied, waiting)
                .when(CertificateRequests.decide(denied, "Denied"))
                .awaitQuiet();

        scenario.advance(AN_HOUR)
                .advance(AN_HOUR)
                .awaitQuiet()
                .then(denied)
                .isGone()
                .then(waiting)
                .exists()
                .wrote("delete certificatesigningrequests x1");
    }

    @Test
    @EmbeddedOnly("it runs once an hour")
    void what_nobody_decides_on_goes_after_a_day(Scenario scenario) {
        var waiting = CertificateRequests.forNode("kcm-undecided");
        scenario.given(waiting)
                .advance(Duration.ofHours(23))
                .awaitQuiet()
                .then(waiting)
                .exists()
                .advance(Duration.ofHours(3))
                .awaitQuiet()
                .then(waiting)
                .isGone();
    }

    @Test
    @EmbeddedOnly("it runs once an hour")
    void what_is_approved_and_never_issued_goes_after_a_day(Scenario scenario) {
        var approved = CertificateRequests.forNode("kcm-approved");
        scenario.given(approved)
                .when(CertificateRequests.decide(approved, "Approved"))
                .advance(Duration.ofHours(23))
                .then(approved)
                .exists()
                .advance(Duration.ofHours(3))
                .awaitQuiet()
                .then(approved)
                .isGone();
    }

    @Test
    @EmbeddedOnly("it runs once an hour")
    void a_refused_deletion_is_tried_in_the_next_round(Scenario scenario) {
        var denied = CertificateRequests.forNode("kcm-denied-twice");
        scenario.given(denied)
                .when(CertificateRequests.decide(denied, "Denied"))
                .fault(refuse(delete(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS))
                        .with(serverError("not now")))
                .advance(AN_HOUR)
                .advance(AN_HOUR)
                .awaitQuiet()
                .then(denied)
                .exists();

        scenario.heal();
        scenario.advance(AN_HOUR).awaitQuiet().then(denied).isGone();
    }
}
