package dev.kcm.serving.tls;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Protocol versions by Go's names. The two oldest are known so that a flag can be refused with a
/// reason: the JDK no longer speaks them.
public enum TlsVersion {
    TLS_1_2("VersionTLS12", "TLSv1.2"),
    TLS_1_3("VersionTLS13", "TLSv1.3");

    private final String goName;
    private final String jdkName;

    TlsVersion(String goName, String jdkName) {
        this.goName = goName;
        this.jdkName = jdkName;
    }

    public String goName() {
        return goName;
    }

    /// The version of this name; the empty name is the default.
    public static TlsVersion named(String goName) {
        return switch (goName) {
            case "" -> TLS_1_2;
            case "VersionTLS10", "VersionTLS11" ->
                throw new IllegalArgumentException(goName + " is not offered any more, it is broken; use VersionTLS12");
            default ->
                Arrays.stream(values())
                        .filter(version -> version.goName.equals(goName))
                        .findFirst()
                        .orElseThrow(() -> unknown(goName));
        };
    }

    /// The JDK's names of this version and the newer ones.
    public String[] andNewer() {
        return Arrays.stream(values())
                .filter(version -> version.compareTo(this) >= 0)
                .map(version -> version.jdkName)
                .toArray(String[]::new);
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("unknown tls version \"%s\"; known are %s"
                .formatted(name, Arrays.stream(values()).map(TlsVersion::goName).collect(Collectors.joining(", "))));
    }
}
