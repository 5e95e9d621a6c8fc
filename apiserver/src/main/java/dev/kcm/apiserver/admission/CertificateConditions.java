package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.certificates.v1.CertificateSigningRequestCondition;
import dev.kcm.model.operation.Target;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Dates the conditions of requests for certificates whose writers left that to the server.
public final class CertificateConditions implements AdmissionPlugin {
    private final Clock clock;

    public CertificateConditions(Clock clock) {
        this.clock = clock;
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        if (!(wanted instanceof CertificateSigningRequest request
                && current instanceof CertificateSigningRequest stored)) {
            return wanted;
        }
        var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        var dated = request.status().conditions().stream()
                .map(condition -> dated(condition, stored, now))
                .toList();
        return request.withStatus(status -> status.conditions(dated));
    }

    private static CertificateSigningRequestCondition dated(
            CertificateSigningRequestCondition condition, CertificateSigningRequest stored, Instant now) {
        return condition.toBuilder()
                .lastUpdateTime(condition.lastUpdateTime().orElse(now))
                .lastTransitionTime(condition.lastTransitionTime().orElseGet(() -> turned(condition, stored, now)))
                .build();
    }

    /// A condition that was there already with the same status has turned then.
    private static Instant turned(
            CertificateSigningRequestCondition condition, CertificateSigningRequest stored, Instant now) {
        return stored.status().conditions().stream()
                .filter(old -> old.type().equals(condition.type()))
                .filter(old -> old.status().equals(condition.status()))
                .flatMap(old -> old.lastTransitionTime().stream())
                .findFirst()
                .orElse(now);
    }
}
