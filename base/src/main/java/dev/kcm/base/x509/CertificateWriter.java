package dev.kcm.base.x509;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/// Writes certificates with the extensions Go's `crypto/x509` writes for the same template.
///
/// By hand, though Bouncy Castle is at hand: certificates are made while a cluster starts, and
/// Bouncy Castle's signed jars, which no AOT cache takes, cost more time there than everything else
/// together. What we write is only ever read by parsers that are not ours, the JDK's first of all.
final class CertificateWriter {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SERIAL_BITS = 127;
    private static final int KEY_IDENTIFIER_BYTES = 20;
    private static final byte[] VERSION_3 = DerWriter.explicit(0, DerWriter.integer(BigInteger.TWO));

    private static final String SUBJECT_KEY_IDENTIFIER = "2.5.29.14";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String AUTHORITY_KEY_IDENTIFIER = "2.5.29.35";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";

    private CertificateWriter() {}

    /// Who signs: its name, its key, and the identifier of its key (empty when it has none).
    record Signer(X500Principal name, PrivateKey key, byte[] keyIdentifier) {
        private static final int TWO_HEADERS = 4;

        static Signer of(CertificateAuthority authority) {
            var certificate = authority.certificate();
            var wrapped = certificate.getExtensionValue(SUBJECT_KEY_IDENTIFIER);
            var identifier = wrapped == null || wrapped.length > Byte.MAX_VALUE
                    ? new byte[0]
                    : Arrays.copyOfRange(wrapped, TWO_HEADERS, wrapped.length);
            return new Signer(certificate.getSubjectX500Principal(), authority.key(), identifier);
        }
    }

    static X509Certificate write(CertificateTemplate template, PublicKey key, Signer signer) {
        var algorithm = KeyKind.signatureAlgorithm(signer.key());
        var content = DerWriter.sequence(
                VERSION_3,
                DerWriter.integer(new BigInteger(SERIAL_BITS, RANDOM).add(BigInteger.ONE)),
                algorithmIdentifier(algorithm),
                signer.name().getEncoded(),
                DerWriter.sequence(DerWriter.time(template.notBefore()), DerWriter.time(template.notAfter())),
                template.subject().getEncoded(),
                key.getEncoded(),
                DerWriter.explicit(3, DerWriter.sequence(extensions(template, key, signer))));
        try {
            var signature = Signature.getInstance(algorithm);
            signature.initSign(signer.key());
            signature.update(content);
            return parse(DerWriter.sequence(content, algorithmIdentifier(algorithm), DerWriter.bits(signature.sign())));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalArgumentException("Cannot sign a certificate for " + template.subject(), impossible);
        }
    }

    private static byte[] algorithmIdentifier(String algorithm) {
        return switch (algorithm) {
            case "SHA256withRSA" -> DerWriter.sequence(DerWriter.identifier("1.2.840.113549.1.1.11"), DerWriter.NULL);
            case "SHA256withECDSA" -> DerWriter.sequence(DerWriter.identifier("1.2.840.10045.4.3.2"));
            case "SHA384withECDSA" -> DerWriter.sequence(DerWriter.identifier("1.2.840.10045.4.3.3"));
            case "SHA512withECDSA" -> DerWriter.sequence(DerWriter.identifier("1.2.840.10045.4.3.4"));
            case "Ed25519" -> DerWriter.sequence(DerWriter.identifier("1.3.101.112"));
            default -> throw new IllegalStateException("No identifier for " + algorithm);
        };
    }

    private static List<byte[]> extensions(CertificateTemplate template, PublicKey key, Signer signer) {
        var extensions = new ArrayList<byte[]>();
        int bits = template.usages().stream().mapToInt(Usage::bit).reduce(0, (a, b) -> a | b);
        if (bits != 0) {
            extensions.add(critical(KEY_USAGE, DerWriter.namedBits(bits)));
        }
        var extended = template.usages().stream()
                .filter(Usage::isExtended)
                .map(Usage::identifier)
                .distinct()
                .map(DerWriter::identifier)
                .toList();
        if (!extended.isEmpty()) {
            extensions.add(extension(EXTENDED_KEY_USAGE, DerWriter.sequence(extended)));
        }
        var constraints = template.authority() ? new byte[][] {DerWriter.TRUE} : new byte[0][];
        extensions.add(critical(BASIC_CONSTRAINTS, DerWriter.sequence(constraints)));
        if (template.authority()) {
            extensions.add(extension(SUBJECT_KEY_IDENTIFIER, DerWriter.octets(keyIdentifier(key))));
        }
        if (signer.keyIdentifier().length > 0) {
            var identifier = DerWriter.implicit(0, signer.keyIdentifier());
            extensions.add(extension(AUTHORITY_KEY_IDENTIFIER, DerWriter.sequence(identifier)));
        }
        if (!template.names().isEmpty()) {
            var names = NameEncoding.encode(template.names());
            boolean onlyNames = template.subject().getName().isEmpty();
            extensions.add(
                    onlyNames ? critical(SUBJECT_ALTERNATIVE_NAME, names) : extension(SUBJECT_ALTERNATIVE_NAME, names));
        }
        return extensions;
    }

    private static byte[] extension(String identifier, byte[] value) {
        return DerWriter.sequence(DerWriter.identifier(identifier), DerWriter.octets(value));
    }

    private static byte[] critical(String identifier, byte[] value) {
        return DerWriter.sequence(DerWriter.identifier(identifier), DerWriter.TRUE, DerWriter.octets(value));
    }

    /// RFC 7093, method 4: a hash of the whole public key structure; twenty bytes of it are as
    /// unique as they need to be.
    private static byte[] keyIdentifier(PublicKey key) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return Arrays.copyOf(digest, KEY_IDENTIFIER_BYTES);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JVM has SHA-256", impossible);
        }
    }

    private static X509Certificate parse(byte[] der) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }
}
