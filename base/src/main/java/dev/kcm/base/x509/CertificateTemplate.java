package dev.kcm.base.x509;

import java.time.Instant;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/// What a certificate shall say, all but its issuer and serial number.
///
/// @param authority whether it may sign others
public record CertificateTemplate(
        X500Principal subject,
        AlternativeNames names,
        List<Usage> usages,
        Instant notBefore,
        Instant notAfter,
        boolean authority) {

    public CertificateTemplate {
        usages = List.copyOf(usages);
        if (!notBefore.isBefore(notAfter)) {
            throw new IllegalArgumentException(
                    "A certificate cannot begin at %s and end at %s".formatted(notBefore, notAfter));
        }
    }

    /// A server's certificate for these host names and addresses.
    public static CertificateTemplate server(
            Subject subject, AlternativeNames names, Instant notBefore, Instant notAfter) {
        return new CertificateTemplate(
                subject.principal(),
                names,
                List.of(Usage.DIGITAL_SIGNATURE, Usage.KEY_ENCIPHERMENT, Usage.SERVER_AUTH),
                notBefore,
                notAfter,
                false);
    }

    /// A client's certificate: the common name is the user, the organizations are its groups.
    public static CertificateTemplate client(Subject subject, Instant notBefore, Instant notAfter) {
        return new CertificateTemplate(
                subject.principal(),
                AlternativeNames.NONE,
                List.of(Usage.DIGITAL_SIGNATURE, Usage.KEY_ENCIPHERMENT, Usage.CLIENT_AUTH),
                notBefore,
                notAfter,
                false);
    }

    /// What a request asks for, with the usages and the time the signer grants. The name is made anew from what was
    /// read of it: what a signer checked is what a server reads.
    public static CertificateTemplate from(
            SigningRequest request, List<Usage> usages, Instant notBefore, Instant notAfter) {
        return new CertificateTemplate(
                request.subject().principal(), request.names(), usages, notBefore, notAfter, false);
    }

    static CertificateTemplate authority(Subject subject, Instant notBefore, Instant notAfter) {
        return new CertificateTemplate(
                subject.principal(),
                AlternativeNames.NONE,
                List.of(Usage.DIGITAL_SIGNATURE, Usage.KEY_ENCIPHERMENT, Usage.CERT_SIGN),
                notBefore,
                notAfter,
                true);
    }
}
