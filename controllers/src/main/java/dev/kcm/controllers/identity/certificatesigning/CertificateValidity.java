package dev.kcm.controllers.identity.certificatesigning;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// From when until when a new certificate is good. It begins a little in the past, for clocks that
/// go wrong; long ones end as much earlier, short ones do not.
record CertificateValidity(Instant notBefore, Instant notAfter) {
    private static final Duration BACKDATED = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofHours(8);
    private static final Duration SHORTEST = Duration.ofMinutes(10);

    /// @param longest what the signer grants at most
    /// @param requested what the request asks for, at least ten minutes
    static Duration granted(Duration longest, Optional<Integer> requested) {
        if (requested.isEmpty()) {
            return longest;
        }
        var duration = Duration.ofSeconds(requested.get());
        if (duration.compareTo(longest) > 0) {
            return longest;
        }
        return duration.compareTo(SHORTEST) < 0 ? SHORTEST : duration;
    }

    /// Never longer than the authority's own certificate.
    static CertificateValidity of(Duration granted, Instant now, Instant authorityEnds) {
        var end = granted.compareTo(SHORT) < 0
                ? now.plus(granted)
                : now.plus(granted).minus(BACKDATED);
        return new CertificateValidity(now.minus(BACKDATED), end.isBefore(authorityEnds) ? end : authorityEnds);
    }
}
