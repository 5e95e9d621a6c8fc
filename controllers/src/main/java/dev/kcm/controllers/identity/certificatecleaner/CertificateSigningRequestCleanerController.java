package dev.kcm.controllers.identity.certificatecleaner;

import dev.kcm.base.pem.Pem;
import dev.kcm.controllers.shared.certificaterequests.CertificateRequests;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Sweep;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Deletes certificate signing requests that have served: an hour after they were issued, denied or
/// failed; a day after they were made or approved, if nothing came of it; and when the certificate
/// has expired.
public final class CertificateSigningRequestCleanerController
        implements Sweep<CertificateSigningRequestCleanerController.Snapshot> {
    private static final Duration PERIOD = Duration.ofHours(1);
    private static final Duration DECIDED = Duration.ofHours(1);
    private static final Duration WAITING = Duration.ofHours(24);

    public static final ControllerSpec SPEC = ControllerSpec.named("certificatesigningrequest-cleaner-controller")
            .alias("csrcleaner")
            .reads(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS)
            .writes("delete certificatesigningrequests")
            .sweptBy(_ -> new CertificateSigningRequestCleanerController());

    record Snapshot(List<CertificateSigningRequest> requests, Instant now) {}

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public Snapshot observe(Caches caches, Instant now) {
        return new Snapshot(
                caches.of(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS)
                        .all(),
                now);
    }

    @Override
    public List<Plan> decide(Snapshot snapshot) {
        return snapshot.requests().stream()
                .flatMap(request -> reason(request, snapshot.now()).map(why -> deletion(request, why)).stream())
                .toList();
    }

    private static Plan deletion(CertificateSigningRequest request, String why) {
        return Plan.of(why, Step.delete(request));
    }

    private static Optional<String> reason(CertificateSigningRequest request, Instant now) {
        boolean isIssued = CertificateRequests.isIssued(request);
        if (isIssued && isPast(request, CertificateRequests.APPROVED, DECIDED, now)) {
            return Optional.of("issued more than an hour ago");
        }
        if (isPast(request, CertificateRequests.DENIED, DECIDED, now)) {
            return Optional.of("denied more than an hour ago");
        }
        if (isPast(request, CertificateRequests.FAILED, DECIDED, now)) {
            return Optional.of("failed more than an hour ago");
        }
        if (request.status().conditions().isEmpty() && isPast(request.metadata().creationTimestamp(), WAITING, now)) {
            return Optional.of("nobody decided on it for a day");
        }
        if (isIssued && CertificateRequests.has(request, CertificateRequests.APPROVED) && hasExpired(request, now)) {
            return Optional.of("its certificate has expired");
        }
        if (!isIssued && isPast(request, CertificateRequests.APPROVED, WAITING, now)) {
            return Optional.of("approved a day ago, and never issued");
        }
        return Optional.empty();
    }

    private static boolean isPast(CertificateSigningRequest request, String condition, Duration limit, Instant now) {
        return request.status().conditions().stream()
                .filter(it -> it.type().equals(condition))
                .anyMatch(it -> isPast(it.lastUpdateTime(), limit, now));
    }

    private static boolean isPast(Optional<Instant> since, Duration limit, Instant now) {
        return since.filter(time -> time.plus(limit).isBefore(now)).isPresent();
    }

    /// A certificate that cannot be read is nobody's reason to delete anything.
    private static boolean hasExpired(CertificateSigningRequest request, Instant now) {
        try {
            var chain = Pem.certificates(
                    "The certificate", request.status().certificate().utf8());
            return now.isAfter(chain.getFirst().getNotAfter().toInstant());
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
