package dev.kcm.base.x509;

import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Date;
import java.util.List;

import javax.security.auth.x500.X500Principal;

/// Writes certificates with the extensions Go's `crypto/x509` writes for the same template.
final class CertificateWriter {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SERIAL_BITS = 127;
    private static final int KEY_IDENTIFIER_BYTES = 20;

    private CertificateWriter() {}

    /// Who signs: its name, its key, and the identifier of its key (empty when it has none).
    record Signer(X500Principal name, PrivateKey key, byte[] keyIdentifier) {
        static Signer of(CertificateAuthority authority) {
            var certificate = authority.certificate();
            var extension = certificate.getExtensionValue(Extension.subjectKeyIdentifier.getId());
            var identifier =
                    extension == null
                            ? new byte[0]
                            : SubjectKeyIdentifier.getInstance(
                                            ASN1OctetString.getInstance(extension).getOctets())
                                    .getKeyIdentifier();
            return new Signer(certificate.getSubjectX500Principal(), authority.key(), identifier);
        }
    }

    static X509Certificate write(CertificateTemplate template, PublicKey key, Signer signer) {
        try {
            var info = SubjectPublicKeyInfo.getInstance(key.getEncoded());
            var builder =
                    new X509v3CertificateBuilder(
                            X500Name.getInstance(signer.name().getEncoded()),
                            new BigInteger(SERIAL_BITS, RANDOM).add(BigInteger.ONE),
                            Date.from(template.notBefore()),
                            Date.from(template.notAfter()),
                            X500Name.getInstance(template.subject().getEncoded()),
                            info);
            addUsages(builder, template.usages());
            builder.addExtension(
                    Extension.basicConstraints, true, new BasicConstraints(template.authority()));
            addIdentifiers(builder, template, info, signer);
            addNames(builder, template);
            var algorithm = KeyKind.signatureAlgorithm(signer.key());
            var content = new JcaContentSignerBuilder(algorithm).build(signer.key());
            return parse(builder.build(content).getEncoded());
        } catch (IOException | OperatorCreationException impossible) {
            throw new IllegalArgumentException(
                    "Cannot sign a certificate for " + template.subject(), impossible);
        }
    }

    private static void addUsages(X509v3CertificateBuilder builder, List<Usage> usages)
            throws IOException {
        int bits = usages.stream().mapToInt(Usage::bit).reduce(0, (a, b) -> a | b);
        if (bits != 0) {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(bits));
        }
        var extended =
                usages.stream()
                        .filter(Usage::isExtended)
                        .map(Usage::identifier)
                        .distinct()
                        .map(ASN1ObjectIdentifier::new)
                        .map(KeyPurposeId::getInstance)
                        .toArray(KeyPurposeId[]::new);
        if (extended.length > 0) {
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(extended));
        }
    }

    private static void addIdentifiers(
            X509v3CertificateBuilder builder,
            CertificateTemplate template,
            SubjectPublicKeyInfo info,
            Signer signer)
            throws IOException {
        if (template.authority()) {
            builder.addExtension(
                    Extension.subjectKeyIdentifier,
                    false,
                    new SubjectKeyIdentifier(identifier(info)));
        }
        if (signer.keyIdentifier().length > 0) {
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new AuthorityKeyIdentifier(signer.keyIdentifier()));
        }
    }

    /// RFC 7093: the first twenty bytes of the key's SHA-256.
    private static byte[] identifier(SubjectPublicKeyInfo info) {
        try {
            var digest =
                    MessageDigest.getInstance("SHA-256").digest(info.getPublicKeyData().getBytes());
            return Arrays.copyOf(digest, KEY_IDENTIFIER_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JVM has SHA-256", impossible);
        }
    }

    private static void addNames(X509v3CertificateBuilder builder, CertificateTemplate template)
            throws IOException {
        if (!template.names().isEmpty()) {
            boolean onlyNames = template.subject().getName().isEmpty();
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    onlyNames,
                    NameEncoding.encode(template.names()));
        }
    }

    static X509Certificate parse(byte[] der) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException impossible) {
            throw new IllegalStateException("A certificate we wrote does not parse", impossible);
        }
    }
}
