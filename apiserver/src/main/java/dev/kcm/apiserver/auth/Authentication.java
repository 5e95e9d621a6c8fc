package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.request.Identity;
import dev.kcm.base.Clock;
import dev.kcm.base.x509.Subject;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.base.x509.Usage;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/// Finds out who sent a request: by a bearer token, or by the certificate shown in the handshake.
public final class Authentication {
    private static final String BEARER = "bearer ";

    private final TrustedAuthorities authorities;
    private final ServiceAccountTokens tokens;
    private final Clock clock;

    public Authentication(
            TrustedAuthorities authorities, ServiceAccountTokens tokens, Clock clock) {
        this.authorities = authorities;
        this.tokens = tokens;
        this.clock = clock;
    }

    /// The caller; nobody in particular without credentials, and nothing for wrong ones.
    public Optional<Identity> identify(
            List<X509Certificate> certificates, Optional<String> authorization) {
        if (authorization.isPresent()) {
            var header = authorization.get();
            if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
                return Optional.empty();
            }
            return tokens.identity(header.substring(BEARER.length()).strip());
        }
        return certificates.isEmpty()
                ? Optional.of(Identity.ANONYMOUS)
                : byCertificate(certificates);
    }

    private Optional<Identity> byCertificate(List<X509Certificate> certificates) {
        try {
            authorities.check(certificates, Usage.CLIENT_AUTH, clock.instant());
        } catch (CertificateException _) {
            return Optional.empty();
        }
        var subject = Subject.of(certificates.getFirst());
        return Optional.of(
                Identity.of(subject.commonName(), subject.organizations().toArray(String[]::new)));
    }
}
