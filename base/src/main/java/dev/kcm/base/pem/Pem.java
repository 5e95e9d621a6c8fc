package dev.kcm.base.pem;

import java.io.ByteArrayInputStream;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Reads PEM text: a sequence of blocks between `-----BEGIN LABEL-----` and `-----END LABEL-----`.
/// Text outside blocks is ignored, as OpenSSL and Go do.
public final class Pem {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    private Pem() {}

    /// One block: its label and its bytes.
    public record Block(String label, byte[] der) {}

    /// Every block of `text`, in order. `source` names the text in error messages.
    public static List<Block> blocks(String source, String text) {
        var blocks = new ArrayList<Block>();
        var lines = text.lines().map(String::strip).iterator();
        while (lines.hasNext()) {
            var line = lines.next();
            if (!line.startsWith(BEGIN) || !line.endsWith(DASHES)) {
                continue;
            }
            var label = line.substring(BEGIN.length(), line.length() - DASHES.length());
            var body = new StringBuilder();
            var ended = false;
            while (lines.hasNext() && !ended) {
                line = lines.next();
                ended = line.equals(END + label + DASHES);
                if (!ended && !line.contains(":")) { // RFC 1421 headers such as Proc-Type
                    body.append(line);
                }
            }
            if (!ended) {
                throw new PemException(source, "has no END line for its " + label + " block");
            }
            blocks.add(new Block(label, decode(source, label, body.toString())));
        }
        return List.copyOf(blocks);
    }

    /// The certificates in `text`; at least one.
    public static List<X509Certificate> certificates(String source, String text) {
        var found = blocks(source, text).stream()
                .filter(block -> block.label().equals("CERTIFICATE"))
                .map(block -> certificate(source, block.der()))
                .toList();
        if (found.isEmpty()) {
            throw new PemException(source, "holds no CERTIFICATE block");
        }
        return found;
    }

    /// The first private key in `text`: PKCS#8, PKCS#1 (RSA) or SEC1 (EC).
    public static PrivateKey privateKey(String source, String text) {
        for (var block : blocks(source, text)) {
            switch (block.label()) {
                case "PRIVATE KEY" -> {
                    return PrivateKeys.fromPkcs8(source, block.der());
                }
                case "RSA PRIVATE KEY" -> {
                    return PrivateKeys.fromPkcs1(source, block.der());
                }
                case "EC PRIVATE KEY" -> {
                    return PrivateKeys.fromSec1(source, block.der());
                }
                case "ENCRYPTED PRIVATE KEY" ->
                    throw new PemException(source, "holds an encrypted private key; decrypt it first");
                default -> {} // certificates and parameters may stand beside the key
            }
        }
        throw new PemException(source, "holds no PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE KEY block");
    }

    private static byte[] decode(String source, String label, String body) {
        try {
            return Base64.getDecoder().decode(body);
        } catch (IllegalArgumentException bad) {
            throw new PemException(source, "has a " + label + " block that is not base64", bad);
        }
    }

    private static X509Certificate certificate(String source, byte[] der) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException bad) {
            throw new PemException(source, "has a CERTIFICATE block that does not parse", bad);
        }
    }
}
