package dev.kcm.base.x509;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/// Writes PEM text, as Go and OpenSSL write it: 64 characters a line, a newline at the end.
public final class PemText {
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    private PemText() {}

    public static String block(String label, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, LINES.encodeToString(der), label);
    }

    public static String certificate(X509Certificate certificate) {
        try {
            return block("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException broken) {
            throw new IllegalArgumentException("Cannot encode " + certificate, broken);
        }
    }

    public static String certificates(List<X509Certificate> certificates) {
        return certificates.stream().map(PemText::certificate).collect(Collectors.joining());
    }

    /// PKCS#8, which every reader of keys takes.
    public static String privateKey(PrivateKey key) {
        return block("PRIVATE KEY", key.getEncoded());
    }
}
