package dev.kcm.controllers.shared.certificaterequests;

import dev.kcm.base.x509.SigningRequest;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How a certificate signing request stands.
public final class CertificateRequests {
    public static final String APPROVED = "Approved";
    public static final String DENIED = "Denied";
    public static final String FAILED = "Failed";
    public static final String TRUE = "True";

    /// Upstream's for these controllers.
    public static final RetryPolicy RETRIES =
            RetryPolicy.USUAL.withPerKey(Duration.ofMillis(200), Duration.ofSeconds(1000));

    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1000);

    private CertificateRequests() {}

    public static boolean isIssued(CertificateSigningRequest request) {
        return !request.status().certificate().isEmpty();
    }

    /// Of an approval or a denial it does not matter what status it carries.
    public static boolean has(CertificateSigningRequest request, String condition) {
        return request.status().conditions().stream().anyMatch(it -> it.type().equals(condition));
    }

    public static boolean isApproved(CertificateSigningRequest request) {
        return has(request, APPROVED) && !has(request, DENIED);
    }

    public static boolean hasFailed(CertificateSigningRequest request) {
        return request.status().conditions().stream()
                .anyMatch(it -> it.type().equals(FAILED)
                        && (it.status().isEmpty() || it.status().equals(TRUE)));
    }

    /// What is asked for; nothing when it cannot be read, which no later sync will change.
    public static Optional<SigningRequest> parsed(CertificateSigningRequest request) {
        try {
            return Optional.of(SigningRequest.parsePem(request.spec().request().utf8()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// What is wrong with the name asked for, whoever signs it: of two common names, one reader takes the first for the
    /// user and another the last.
    public static Optional<String> subjectProblem(SigningRequest request) {
        return request.subject().commonNames().size() > 1
                ? Optional.of("subject has more than one common name")
                : Optional.empty();
    }

    /// When to try again what others must make possible first: after as long as the request has
    /// waited already, so that waits double without anybody keeping count.
    public static Duration untilNextTry(CertificateSigningRequest request, Instant now) {
        var age = request.metadata()
                .creationTimestamp()
                .map(created -> Duration.between(created, now))
                .orElse(SHORTEST_WAIT);
        if (age.compareTo(SHORTEST_WAIT) < 0) {
            return SHORTEST_WAIT;
        }
        return age.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : age;
    }
}
