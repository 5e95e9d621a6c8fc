package dev.kcm.controllers.identity.podcertificaterequestcleaner;

import dev.kcm.model.certificates.v1beta1.PodCertificateRequest;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Sweep;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Deletes the certificate requests of pods a quarter of an hour after they were made: whoever
/// waited for one has it, or has asked again.
public final class PodCertificateRequestCleanerController
        implements Sweep<PodCertificateRequestCleanerController.Snapshot> {
    private static final Duration PERIOD = Duration.ofMinutes(5);
    private static final Duration LIFETIME = Duration.ofMinutes(15);

    public static final ControllerSpec SPEC = ControllerSpec.named("podcertificaterequest-cleaner-controller")
            .reads(PodCertificateRequest.POD_CERTIFICATE_REQUESTS)
            .writes("delete podcertificaterequests")
            .sweptBy(_ -> new PodCertificateRequestCleanerController());

    record Snapshot(List<PodCertificateRequest> requests, Instant now) {}

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public Snapshot observe(Caches caches, Instant now) {
        return new Snapshot(
                caches.of(PodCertificateRequest.POD_CERTIFICATE_REQUESTS).all(), now);
    }

    @Override
    public List<Plan> decide(Snapshot snapshot) {
        return snapshot.requests().stream()
                .filter(request -> isOver(request, snapshot.now()))
                .map(request -> Plan.of("made more than a quarter of an hour ago", Step.delete(request)))
                .toList();
    }

    private static boolean isOver(PodCertificateRequest request, Instant now) {
        return request.metadata()
                .creationTimestamp()
                .filter(made -> !now.isBefore(made.plus(LIFETIME)))
                .isPresent();
    }
}
