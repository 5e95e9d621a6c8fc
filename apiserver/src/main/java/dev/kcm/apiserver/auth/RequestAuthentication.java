package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.Clock;
import dev.kcm.base.x509.Subject;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.base.x509.Usage;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Finds out who sent a request: by the certificate shown in the handshake, or by a bearer token.
public final class RequestAuthentication {
    private static final String BEARER = "Bearer";

    private final TrustedAuthorities authorities;
    private final TokenAuthenticator tokens;
    private final Clock clock;

    public RequestAuthentication(TrustedAuthorities authorities, TokenAuthenticator tokens, Clock clock) {
        this.authorities = authorities;
        this.tokens = tokens;
        this.clock = clock;
    }

    /// The caller; anonymous without credentials, and empty for wrong ones. A
    /// certificate that is good counts before a token.
    public Optional<RequestUser> identify(List<X509Certificate> certificates, Optional<String> authorization) {
        var token = authorization.flatMap(RequestAuthentication::bearerToken);
        if (certificates.isEmpty() && token.isEmpty()) {
            return Optional.of(RequestUser.ANONYMOUS);
        }
        return byCertificate(certificates).or(() -> token.flatMap(tokens::authenticate));
    }

    /// As upstream reads the header: the word after the first space. Anything else, other schemes among it, is no
    /// credential, not a wrong one.
    private static Optional<String> bearerToken(String header) {
        var words = header.strip().split(" ", 3);
        return words.length > 1 && words[0].equalsIgnoreCase(BEARER) && !words[1].isEmpty()
                ? Optional.of(words[1])
                : Optional.empty();
    }

    private Optional<RequestUser> byCertificate(List<X509Certificate> certificates) {
        if (certificates.isEmpty()) {
            return Optional.empty();
        }
        try {
            authorities.check(certificates, Usage.CLIENT_AUTH, clock.instant());
        } catch (CertificateException _) {
            return Optional.empty();
        }
        var subject = Subject.of(certificates.getFirst());
        if (subject.commonName().isEmpty()) {
            return Optional.empty(); // groups without a user are nobody
        }
        return Optional.of(
                RequestUser.of(subject.commonName(), subject.organizations().toArray(String[]::new))
                        .shownBy("X509SHA256=" + digest(certificates.getFirst())));
    }

    private static String digest(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("no digest of a certificate that was read", impossible);
        }
    }
}
