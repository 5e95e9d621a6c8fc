package dev.kcm.base.x509;

import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/// A certificate that signs others, and its key.
public record CertificateAuthority(X509Certificate certificate, PrivateKey key) {

    /// A new authority that signed itself.
    public static CertificateAuthority create(Subject subject, KeyKind kind, Instant notBefore, Instant notAfter) {
        var keys = kind.generate();
        var template = CertificateTemplate.authority(subject, notBefore, notAfter);
        var signer = new CertificateWriter.Signer(template.subject(), keys.getPrivate(), new byte[0]);
        return new CertificateAuthority(CertificateWriter.write(template, keys.getPublic(), signer), keys.getPrivate());
    }

    /// Signs a certificate for someone's public key.
    public X509Certificate issue(CertificateTemplate template, PublicKey subjectKey) {
        return CertificateWriter.write(template, subjectKey, CertificateWriter.Signer.of(this));
    }

    /// Makes a key and a certificate for it. The chain holds that certificate alone.
    public KeyedCertificate issue(CertificateTemplate template, KeyKind kind) {
        var keys = kind.generate();
        return new KeyedCertificate(List.of(issue(template, keys.getPublic())), keys.getPrivate());
    }
}
