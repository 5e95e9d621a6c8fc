package dev.kcm.manager.options;

import dev.kcm.base.flags.FlagTypes;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.flags.IpText;
import dev.kcm.base.flags.ValueLimits;
import java.net.InetAddress;
import java.util.List;

/// How the HTTPS port is served.
public record SecureServingOptions(ListenOptions listen, CertificateOptions certificates, TlsOptions tls) {
    static final String SECTION = "secure serving";

    public static final Flags<SecureServingOptions> FLAGS = Flags.section(SECTION)
            .group(ListenOptions.FLAGS)
            .group(CertificateOptions.FLAGS)
            .group(TlsOptions.FLAGS)
            .into(SecureServingOptions::new);

    /// @param port 0 for no port at all
    /// @param maxStreams per HTTP/2 connection; 0 for the server's own limit
    public record ListenOptions(
            InetAddress address,
            long port,
            boolean http2Disabled,
            long maxStreams,
            boolean portSharing,
            boolean addressSharing) {
        static final Flags<ListenOptions> FLAGS = Flags.section(SECTION)
                .ip(
                        "bind-address",
                        IpText.parse("0.0.0.0"),
                        "The address to listen on; 0.0.0.0 or :: for all interfaces and" + " both IP families.")
                .number(
                        "secure-port",
                        10257,
                        "The port for HTTPS with authentication and authorization; 0 serves" + " nothing.")
                .bool("disable-http2-serving", false, "Serve HTTP/1.1 only.")
                .number(
                        "http2-max-streams-per-connection",
                        0,
                        "How many requests a client may have open on one HTTP/2 connection;"
                                + " 0 for the server's own limit.")
                .bool(
                        "permit-port-sharing",
                        false,
                        "Set SO_REUSEPORT, so that several processes can listen on the same" + " address and port.")
                .bool(
                        "permit-address-sharing",
                        false,
                        "Set SO_REUSEADDR, so that a wildcard address and a specific one"
                                + " can be listened on side by side and a restart need not wait"
                                + " for old connections.")
                .into(ListenOptions::new)
                .checkedBy(options -> ValueLimits.between("secure-port", 0, 65535, options.port()));
    }

    /// @param directory where a self-signed certificate is kept; empty keeps it in memory
    public record CertificateOptions(String directory, String certFile, String keyFile, List<NamedCertificate> byName) {
        static final Flags<CertificateOptions> FLAGS = Flags.section(SECTION)
                .text(
                        "cert-dir",
                        "",
                        "Where the self-signed certificate is kept when --tls-cert-file is"
                                + " not given; empty keeps it in memory.")
                .text(
                        "tls-cert-file",
                        "",
                        "File with the certificate for HTTPS, its CA certificates after it."
                                + " Without it a self-signed one is made.")
                .text("tls-private-key-file", "", "File with the private key of --tls-cert-file.")
                .value(
                        "tls-sni-cert-key",
                        NamedCertificate.TYPE,
                        List.of(),
                        "Another certificate and key for clients that ask for certain"
                                + " names: \"example.crt,example.key\" for the names inside it,"
                                + " or \"foo.crt,foo.key:*.foo.com,foo.com\". Exact names win"
                                + " over wildcards, names given here over those inside"
                                + " certificates. Repeat the flag for more.")
                .into(CertificateOptions::new);
    }

    public record TlsOptions(List<String> cipherSuites, List<Integer> curves, String minVersion) {
        static final Flags<TlsOptions> FLAGS = Flags.section(SECTION)
                .list(
                        "tls-cipher-suites",
                        List.of(),
                        "Which cipher suites to offer; without it the JDK's own choice.\n"
                                + "Secure: "
                                + String.join(", ", TlsNames.SECURE_CIPHERS)
                                + ".\nInsecure: "
                                + String.join(", ", TlsNames.INSECURE_CIPHERS)
                                + ".")
                .value(
                        "tls-curve-preferences",
                        FlagTypes.COUNTS,
                        List.of(),
                        "Which key exchanges to allow, by the numbers TLS gives them ("
                                + TlsNames.describeCurves()
                                + "); their order does not matter. Without it the JDK's own"
                                + " choice.")
                .text(
                        "tls-min-version",
                        "",
                        "The oldest TLS version to accept: "
                                + String.join(", ", TlsNames.VERSIONS)
                                + ". Without it VersionTLS12.")
                .into(TlsOptions::new)
                .checkedBy(TlsNames::problems);
    }
}
