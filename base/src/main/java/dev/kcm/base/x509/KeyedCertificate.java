package dev.kcm.base.x509;

import dev.kcm.base.pem.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// A certificate with the chain above it and its key. Whoever made both knows that they fit; of
/// files [#parse] makes sure.
public record KeyedCertificate(List<X509Certificate> chain, PrivateKey key) {
    private static final int DNS_NAME = 2;

    public KeyedCertificate {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("A chain needs at least one certificate");
        }
    }

    /// Reads the pair from the content of two PEM files, which have to fit together.
    public static KeyedCertificate parse(Path certificateFile, byte[] certificates, Path keyFile, byte[] key) {
        var read = new KeyedCertificate(
                Pem.certificates(certificateFile.toString(), text(certificates)),
                Pem.privateKey(keyFile.toString(), text(key)));
        if (!read.isPair()) {
            throw new IllegalArgumentException(
                    "%s and %s do not fit together: the private key is not that of the certificate of %s"
                            .formatted(
                                    certificateFile, keyFile, read.certificate().getSubjectX500Principal()));
        }
        return read;
    }

    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /// Writes both PEM files, the key readable by the owner alone, making directories as needed.
    public void write(Path certificateFile, Path keyFile) throws IOException {
        PrivateFiles.write(keyFile, PemText.privateKey(key), PrivateFiles.OWNER_ONLY);
        PrivateFiles.write(certificateFile, PemText.certificates(chain), PrivateFiles.READABLE);
    }

    /// The DNS names it was made for, lower case, wildcards as they are; the common name only when
    /// it has no alternative names, as upstream reads it for SNI.
    public List<String> names() {
        try {
            var alternatives = certificate().getSubjectAlternativeNames();
            if (alternatives != null) {
                return dnsNames(alternatives);
            }
            var commonName = Subject.of(certificate()).commonName().toLowerCase(Locale.ROOT);
            return commonName.isEmpty() ? List.of() : List.of(commonName);
        } catch (CertificateParsingException _) {
            return List.of();
        }
    }

    /// `RSA`, `EC` or `EdDSA`: what the handshake asks for.
    public String keyType() {
        return certificate().getPublicKey().getAlgorithm();
    }

    private static List<String> dnsNames(Collection<List<?>> alternatives) {
        return alternatives.stream()
                .filter(name -> Objects.equals(name.getFirst(), DNS_NAME))
                .map(name -> String.valueOf(name.get(1)).toLowerCase(Locale.ROOT))
                .toList();
    }

    private boolean isPair() {
        try {
            return KeyKind.isPair(certificate().getPublicKey(), key);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
