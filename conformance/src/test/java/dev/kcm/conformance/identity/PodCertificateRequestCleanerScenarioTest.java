package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.delete;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;

import dev.kcm.model.certificates.v1beta1.PodCertificateRequest;
import dev.kcm.model.value.Bytes;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.NotOverTheWire;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KubeScenario(
        controllers = "podcertificaterequest-cleaner-controller",
        managerFlags = "--feature-gates=PodCertificateRequest=true",
        nodes = 0)
@NotOverTheWire("the embedded server offers no beta versions over HTTPS")
class PodCertificateRequestCleanerScenarioTest {

    @Test
    @EmbeddedOnly("a quarter of an hour has to pass")
    void a_request_goes_after_a_quarter_of_an_hour(Scenario scenario) {
        scenario.given(request("web"))
                .advance(Duration.ofMinutes(14))
                .awaitQuiet()
                .then(request("web"))
                .exists()
                .advance(Duration.ofMinutes(12))
                .awaitQuiet()
                .then(request("web"))
                .isGone()
                .wrote("delete podcertificaterequests x1");
    }

    @Test
    @EmbeddedOnly("a quarter of an hour has to pass")
    void one_that_may_not_be_deleted_does_not_keep_the_others(Scenario scenario) {
        scenario.fault(
                refuse(delete(PodCertificateRequest.POD_CERTIFICATE_REQUESTS).named("web"))
                        .with(serverError("not now")));
        scenario.given(request("web"), request("shop"))
                .advance(Duration.ofMinutes(21))
                .awaitQuiet()
                .then(request("shop"))
                .isGone()
                .then(request("web"))
                .exists();

        scenario.heal();
        scenario.advance(Duration.ofMinutes(12))
                .awaitQuiet()
                .then(request("web"))
                .isGone();
    }

    private static AnyObjectBuilder<PodCertificateRequest> request(String name) {
        return object(PodCertificateRequest.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.signerName("example.com/signer")
                        .podName(name)
                        .podUID("00000000-0000-4000-8000-000000000001")
                        .serviceAccountName("default")
                        .serviceAccountUID("00000000-0000-4000-8000-000000000002")
                        .nodeName("node-1")
                        .nodeUID("00000000-0000-4000-8000-000000000003")
                        .stubPKCS10Request(Bytes.utf8("request")))
                .build());
    }
}
