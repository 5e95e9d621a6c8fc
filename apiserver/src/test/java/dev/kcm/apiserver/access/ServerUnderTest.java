package dev.kcm.apiserver.access;

import dev.kcm.base.Clock;
import dev.kcm.base.jose.TokenSigner;
import dev.kcm.base.x509.CertificateAuthority;
import dev.kcm.base.x509.CertificateTemplate;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.KeyedCertificate;
import dev.kcm.base.x509.Subject;
import dev.kcm.model.json.Json;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.Instant;

/// A server, and what it takes to make friends and enemies of it: the authority of its clients and the key of its
/// tokens.
record ServerUnderTest(int port, CertificateAuthority clients, PrivateKey tokenKey) {

    KeyedCertificate client(Subject subject) {
        return client(clients, subject, Clock.system().instant().plus(Duration.ofHours(1)));
    }

    static KeyedCertificate client(CertificateAuthority authority, Subject subject, Instant notAfter) {
        var template =
                CertificateTemplate.client(subject, Clock.system().instant().minus(Duration.ofDays(2)), notAfter);
        return authority.issue(template, KeyKind.EC_P256);
    }

    TokenSigner signer() {
        return TokenSigner.of(tokenKey);
    }

    Answer answer(AccessCase request) throws IOException, GeneralSecurityException {
        return Answer.of(new RawConnection(port).send(request.certificate(), request.bytes()));
    }

    /// Sends what must succeed and returns the object in the response.
    Json done(AccessCase request) throws IOException, GeneralSecurityException {
        var response = new RawConnection(port).send(request.certificate(), request.bytes());
        if (response.status() < 200 || response.status() > 299) {
            throw new IllegalStateException(Answer.of(response).line(request.line()));
        }
        return Json.parse(response.body());
    }
}
