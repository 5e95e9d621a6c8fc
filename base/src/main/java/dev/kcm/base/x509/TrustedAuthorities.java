package dev.kcm.base.x509;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;

/// Authorities whose signature counts.
public record TrustedAuthorities(List<X509Certificate> certificates) {

    public TrustedAuthorities {
        certificates = List.copyOf(certificates);
    }

    /// Checks that one of these authorities signed the first certificate of `chain`, directly or
    /// through the others in it, that it is valid at `moment` and made for `usage` (or says nothing
    /// about usages). One round of signature checks per call: callers keep the answer.
    ///
    /// @throws CertificateException when not, with the reason
    public void check(List<X509Certificate> chain, Usage usage, Instant moment) throws CertificateException {
        if (chain.isEmpty()) {
            throw new CertificateException("There is no certificate to check");
        }
        var leaf = chain.getFirst();
        leaf.checkValidity(Date.from(moment));
        checkUsage(leaf, usage);
        if (certificates.contains(leaf)) {
            return;
        }
        try {
            CertPathBuilder.getInstance("PKIX").build(question(chain, moment));
        } catch (GeneralSecurityException unknown) {
            throw new CertificateException(
                    "certificate signed by unknown authority: " + leaf.getIssuerX500Principal(), unknown);
        }
    }

    private PKIXBuilderParameters question(List<X509Certificate> chain, Instant moment)
            throws GeneralSecurityException {
        if (certificates.isEmpty()) {
            throw new CertificateException("no authority is trusted");
        }
        var anchors = certificates.stream()
                .map(certificate -> new TrustAnchor(certificate, null))
                .collect(Collectors.toSet());
        var target = new X509CertSelector();
        target.setCertificate(chain.getFirst());
        var question = new PKIXBuilderParameters(anchors, target);
        question.setRevocationEnabled(false);
        question.setDate(Date.from(moment));
        question.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
        return question;
    }

    private static void checkUsage(X509Certificate certificate, Usage usage) throws CertificateException {
        var allowed = certificate.getExtendedKeyUsage();
        if (allowed != null && !allowed.contains(usage.identifier()) && !allowed.contains(Usage.ANY.identifier())) {
            throw new CertificateException(
                    "certificate specifies an incompatible key usage: it is not for " + usage.text());
        }
    }
}
