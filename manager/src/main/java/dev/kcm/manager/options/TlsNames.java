package dev.kcm.manager.options;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the TLS flags may say.
public final class TlsNames {
    static final List<String> VERSIONS = List.of("VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13");
    static final List<String> SECURE_CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
    static final List<String> INSECURE_CIPHERS = List.of(
            "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
            "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
            "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
            "TLS_RSA_WITH_AES_128_CBC_SHA",
            "TLS_RSA_WITH_AES_128_CBC_SHA256",
            "TLS_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_RSA_WITH_AES_256_CBC_SHA",
            "TLS_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_RSA_WITH_RC4_128_SHA");

    /// Key exchanges by the number TLS gives them, as JSSE names them.
    public static final Map<Integer, String> CURVES = new TreeMap<>(Map.of(
            23, "secp256r1",
            24, "secp384r1",
            25, "secp521r1",
            29, "x25519",
            4587, "SecP256r1MLKEM768",
            4588, "X25519MLKEM768",
            4589, "SecP384r1MLKEM1024"));

    private TlsNames() {}

    /// The JDK's name of a key exchange that was checked to be one.
    public static String curve(int number) {
        return Objects.requireNonNull(CURVES.get(number));
    }

    static String describeCurves() {
        return CURVES.entrySet().stream()
                .map(curve -> curve.getKey() + " " + curve.getValue())
                .collect(Collectors.joining(", "));
    }

    static List<String> problems(SecureServingOptions.TlsOptions options) {
        var problems = new ArrayList<String>();
        var ciphers = Stream.concat(SECURE_CIPHERS.stream(), INSECURE_CIPHERS.stream())
                .toList();
        for (String name : options.cipherSuites()) {
            if (!ciphers.contains(name)) {
                problems.add(unknown("tls-cipher-suites", "cipher suite", name, ciphers));
            }
        }
        String version = options.minVersion();
        if (!version.isEmpty() && !VERSIONS.contains(version)) {
            problems.add(unknown("tls-min-version", "TLS version", version, VERSIONS));
        }
        var seen = new HashSet<Integer>();
        for (int curve : options.curves()) {
            if (!CURVES.containsKey(curve)) {
                problems.add("--tls-curve-preferences: there is no key exchange %d, only %s"
                        .formatted(curve, describeCurves()));
            } else if (!seen.add(curve)) {
                problems.add("--tls-curve-preferences: %d is given twice".formatted(curve));
            }
        }
        return problems;
    }

    private static String unknown(String flag, String what, String name, List<String> known) {
        return "--%s: there is no %s %s%s"
                .formatted(flag, what, GoText.quote(name), Nearest.suggestion(name, known, ""));
    }
}
