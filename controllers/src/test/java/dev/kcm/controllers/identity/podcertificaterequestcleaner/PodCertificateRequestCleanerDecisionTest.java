package dev.kcm.controllers.identity.podcertificaterequestcleaner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.identity.podcertificaterequestcleaner.PodCertificateRequestCleanerController.Snapshot;
import dev.kcm.model.certificates.v1beta1.PodCertificateRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodCertificateRequestCleanerDecisionTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void requests_live_for_a_quarter_of_an_hour() {
        var cleaner = new PodCertificateRequestCleanerController();
        var snapshot = new Snapshot(List.of(old(14), old(15), old(16)), NOW);

        assertThat(cleaner.decide(snapshot))
                .flatExtracting(
                        plan -> plan.steps().map(step -> step.describe()).toList())
                .containsExactly("delete podcertificaterequests shop/r15", "delete podcertificaterequests shop/r16");
    }

    private static PodCertificateRequest old(int minutes) {
        return PodCertificateRequest.builder()
                .metadata(it -> it.namespace("shop")
                        .name("r" + minutes)
                        .uid("u")
                        .creationTimestamp(NOW.minus(Duration.ofMinutes(minutes))))
                .build();
    }
}
