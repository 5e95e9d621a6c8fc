package dev.kcm.base.x509;

import java.util.Arrays;
import java.util.Optional;

/// What a key may be used for, by the names of the certificates API. Some are bits of the key usage
/// extension, the others object identifiers of the extended one.
public enum Usage {
    SIGNING("signing", 1 << 7),
    DIGITAL_SIGNATURE("digital signature", 1 << 7),
    CONTENT_COMMITMENT("content commitment", 1 << 6),
    KEY_ENCIPHERMENT("key encipherment", 1 << 5),
    DATA_ENCIPHERMENT("data encipherment", 1 << 4),
    KEY_AGREEMENT("key agreement", 1 << 3),
    CERT_SIGN("cert sign", 1 << 2),
    CRL_SIGN("crl sign", 1 << 1),
    ENCIPHER_ONLY("encipher only", 1),
    DECIPHER_ONLY("decipher only", 1 << 15),
    ANY("any", "2.5.29.37.0"),
    SERVER_AUTH("server auth", "1.3.6.1.5.5.7.3.1"),
    CLIENT_AUTH("client auth", "1.3.6.1.5.5.7.3.2"),
    CODE_SIGNING("code signing", "1.3.6.1.5.5.7.3.3"),
    EMAIL_PROTECTION("email protection", "1.3.6.1.5.5.7.3.4"),
    S_MIME("s/mime", "1.3.6.1.5.5.7.3.4"),
    IPSEC_END_SYSTEM("ipsec end system", "1.3.6.1.5.5.7.3.5"),
    IPSEC_TUNNEL("ipsec tunnel", "1.3.6.1.5.5.7.3.6"),
    IPSEC_USER("ipsec user", "1.3.6.1.5.5.7.3.7"),
    TIMESTAMPING("timestamping", "1.3.6.1.5.5.7.3.8"),
    OCSP_SIGNING("ocsp signing", "1.3.6.1.5.5.7.3.9"),
    MICROSOFT_SGC("microsoft sgc", "1.3.6.1.4.1.311.10.3.3"),
    NETSCAPE_SGC("netscape sgc", "2.16.840.1.113730.4.1");

    private final String text;
    private final int bit;
    private final String identifier;

    Usage(String text, int bit) {
        this.text = text;
        this.bit = bit;
        this.identifier = "";
    }

    Usage(String text, String identifier) {
        this.text = text;
        this.bit = 0;
        this.identifier = identifier;
    }

    /// The usage of this name in the certificates API.
    public static Optional<Usage> named(String text) {
        return Arrays.stream(values()).filter(usage -> usage.text.equals(text)).findFirst();
    }

    public String text() {
        return text;
    }

    /// The bit in Bouncy Castle's numbering of the key usage extension; zero for an extended usage.
    int bit() {
        return bit;
    }

    boolean isExtended() {
        return bit == 0;
    }

    /// The dotted object identifier of an extended usage.
    String identifier() {
        return identifier;
    }
}
