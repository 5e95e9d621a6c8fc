package dev.kcm.serving.tls;

import java.util.Arrays;
import java.util.List;

/// The cipher suites Go knows, by its names. A suite the JDK does not have, or refuses by its
/// security settings, is offered to nobody; naming it is no error, as the flag's values are
/// upstream's.
public enum CipherSuite {
    TLS_AES_128_GCM_SHA256(Kind.TLS_1_3),
    TLS_AES_256_GCM_SHA384(Kind.TLS_1_3),
    TLS_CHACHA20_POLY1305_SHA256(Kind.TLS_1_3),
    TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256(Kind.SECURE),
    TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256(Kind.SECURE),
    TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384(Kind.SECURE),
    TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384(Kind.SECURE),
    TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256(Kind.SECURE),
    TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256(Kind.SECURE),
    TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA(Kind.SECURE),
    TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA(Kind.SECURE),
    TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA(Kind.SECURE),
    TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA(Kind.SECURE),
    TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256(Kind.INSECURE),
    TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256(Kind.INSECURE),
    TLS_ECDHE_ECDSA_WITH_RC4_128_SHA(Kind.INSECURE),
    TLS_ECDHE_RSA_WITH_RC4_128_SHA(Kind.INSECURE),
    TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA(Kind.INSECURE),
    TLS_RSA_WITH_AES_128_GCM_SHA256(Kind.INSECURE),
    TLS_RSA_WITH_AES_256_GCM_SHA384(Kind.INSECURE),
    TLS_RSA_WITH_AES_128_CBC_SHA256(Kind.INSECURE),
    TLS_RSA_WITH_AES_128_CBC_SHA(Kind.INSECURE),
    TLS_RSA_WITH_AES_256_CBC_SHA(Kind.INSECURE),
    TLS_RSA_WITH_3DES_EDE_CBC_SHA(Kind.INSECURE),
    TLS_RSA_WITH_RC4_128_SHA(Kind.INSECURE);

    private enum Kind {
        TLS_1_3,
        SECURE,
        INSECURE
    }

    static final List<CipherSuite> TLS_1_3 = ofKind(Kind.TLS_1_3);

    /// What is offered when nothing is chosen.
    public static final List<CipherSuite> DEFAULTS = ofKind(Kind.SECURE);

    private final Kind kind;

    CipherSuite(Kind kind) {
        this.kind = kind;
    }

    /// The suite of this name, also of the two older ones Go still takes.
    public static CipherSuite named(String goName) {
        var name = switch (goName) {
            case "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305" -> goName + "_SHA256";
            default -> goName;
        };
        return Arrays.stream(values())
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "Cipher suite %s not supported or doesn't exist".formatted(goName)));
    }

    public boolean isInsecure() {
        return kind == Kind.INSECURE;
    }

    boolean isTls13() {
        return kind == Kind.TLS_1_3;
    }

    /// The JDK kept the names from before TLS 1.0 for the oldest suites.
    String jdkName() {
        return name().contains("_RC4_") || name().startsWith("TLS_RSA_WITH_3DES")
                ? name().replaceFirst("^TLS_RSA", "SSL_RSA")
                : name();
    }

    private static List<CipherSuite> ofKind(Kind kind) {
        return Arrays.stream(values()).filter(suite -> suite.kind == kind).toList();
    }
}
