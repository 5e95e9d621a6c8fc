package dev.kcm.serving.tls;

import dev.kcm.base.x509.KeyedCertificate;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// The server's side of the TLS handshake.
///
/// @param certificate asked again for each handshake, so that it can be reloaded
/// @param sniCertificates certificates for certain names; of several that fit, the first wins
/// @param clientAuthorities when present, clients are asked for a certificate and told these
///   authorities; one that shows none, or one of another authority, is served all the same (the
///   handshake cannot say 401)
/// @param minimum the oldest version offered
/// @param cipherSuites for TLS 1.2; TLS 1.3 has its own, which cannot be chosen (as in Go)
/// @param namedGroups the key exchanges offered, by the JDK's names; empty for the JDK's own choice
/// @param http2 whether HTTP/2 is offered beside HTTP/1.1
public record Tls(
        Supplier<KeyedCertificate> certificate,
        List<SniCertificate> sniCertificates,
        Optional<Supplier<List<X509Certificate>>> clientAuthorities,
        TlsVersion minimum,
        List<CipherSuite> cipherSuites,
        List<String> namedGroups,
        boolean http2) {

    public Tls {
        sniCertificates = List.copyOf(sniCertificates);
        cipherSuites = List.copyOf(cipherSuites);
        namedGroups = List.copyOf(namedGroups);
    }

    public static Tls with(Supplier<KeyedCertificate> certificate) {
        return new Tls(
                certificate, List.of(), Optional.empty(), TlsVersion.TLS_1_2, CipherSuite.DEFAULTS, List.of(), true);
    }

    public static Tls with(KeyedCertificate certificate) {
        return with(() -> certificate);
    }

    public Tls withSniCertificates(List<SniCertificate> certificates) {
        return new Tls(certificate, certificates, clientAuthorities, minimum, cipherSuites, namedGroups, http2);
    }

    public Tls askingClients(Supplier<List<X509Certificate>> authorities) {
        return new Tls(
                certificate, sniCertificates, Optional.of(authorities), minimum, cipherSuites, namedGroups, http2);
    }

    public Tls withMinimum(TlsVersion version) {
        return new Tls(certificate, sniCertificates, clientAuthorities, version, cipherSuites, namedGroups, http2);
    }

    public Tls withCipherSuites(List<CipherSuite> suites) {
        return new Tls(certificate, sniCertificates, clientAuthorities, minimum, suites, namedGroups, http2);
    }

    public Tls withNamedGroups(List<String> names) {
        return new Tls(certificate, sniCertificates, clientAuthorities, minimum, cipherSuites, names, http2);
    }

    public Tls withoutHttp2() {
        return new Tls(certificate, sniCertificates, clientAuthorities, minimum, cipherSuites, namedGroups, false);
    }

    /// A context whose handshakes behave as this says, all but versions, cipher suites and key exchanges,
    /// which are set per connection.
    public SSLContext context() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new SniKeyManager(certificate, sniCertificates)},
                    new TrustManager[] {new AcceptAllClientCertificates(clientAuthorities.orElse(() -> List.of()))},
                    new SecureRandom());
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("This JVM has no TLS", broken);
        }
    }

    /// The JDK's names of the cipher suites to offer: the chosen ones and, where allowed, those of
    /// TLS 1.3.
    public String[] suiteNames() {
        var chosen = cipherSuites.stream().filter(suite -> !suite.isTls13());
        var fixed = CipherSuite.TLS_1_3.stream();
        return Stream.concat(fixed, chosen).map(CipherSuite::jdkName).distinct().toArray(String[]::new);
    }
}
