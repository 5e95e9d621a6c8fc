package dev.kcm.manager.access;

import dev.kcm.base.Clock;
import dev.kcm.base.x509.Subject;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.base.x509.Usage;
import dev.kcm.serving.Exchange;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A certificate's common name is the user and its organizations are the groups, if an authority we
/// trust signed it.
///
/// @param authorities asked for each request, so that they can be reloaded
record ClientCertificates(Supplier<TrustedAuthorities> authorities, Clock clock) implements Authenticator {
    private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

    @Override
    public Optional<Caller> caller(Exchange exchange) throws NotAuthenticatedException {
        var chain = exchange.peerCertificates();
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        var subject = verified(chain);
        if (subject.commonName().isEmpty()) {
            return Optional.empty();
        }
        var extra = Map.of(CREDENTIAL, List.of("X509SHA256=" + fingerprint(chain.getFirst())));
        return Optional.of(new Caller(subject.commonName(), "", subject.organizations(), extra));
    }

    /// Who the first certificate of the chain is for.
    Subject verified(List<X509Certificate> chain) throws NotAuthenticatedException {
        try {
            authorities.get().check(chain, Usage.CLIENT_AUTH, clock.instant());
            return Subject.of(chain.getFirst());
        } catch (CertificateException | IllegalArgumentException unknown) {
            throw new NotAuthenticatedException("verifying certificate failed: " + unknown.getMessage());
        }
    }

    private static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("A certificate that was checked cannot be encoded", impossible);
        }
    }
}
