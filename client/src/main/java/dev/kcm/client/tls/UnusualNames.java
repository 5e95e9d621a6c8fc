package dev.kcm.client.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/// Host names with underscores, which the JDK does not find in certificates, since they are none by the rules; Go
/// does, and private networks have them. The check is the one of RFC 6125 that Go makes: alternative names only, and
/// a wildcard for the whole first label only. (Go also sends such a name when a handshake begins. We do not, since
/// servers on a JVM would refuse it.)
final class UnusualNames {
    private static final int DNS_NAME = 2;

    private UnusualNames() {}

    static boolean isUnusual(String host) {
        return host.indexOf('_') >= 0;
    }

    /// @throws SSLPeerUnverifiedException unless the peer's certificate is for `host`
    static void requireMatch(SSLSession session, String host) throws SSLPeerUnverifiedException {
        var names = names((X509Certificate) session.getPeerCertificates()[0]);
        if (names.stream().noneMatch(name -> isFor(name, host))) {
            throw new SSLPeerUnverifiedException("The certificate is valid for %s, not for %s".formatted(names, host));
        }
    }

    private static List<String> names(X509Certificate certificate) throws SSLPeerUnverifiedException {
        try {
            var all = certificate.getSubjectAlternativeNames();
            return all == null
                    ? List.of()
                    : all.stream()
                            .filter(name -> name.get(0).equals(DNS_NAME))
                            .map(name -> name.get(1).toString())
                            .toList();
        } catch (CertificateParsingException unreadable) {
            throw new SSLPeerUnverifiedException("The certificate's names cannot be read: " + unreadable.getMessage());
        }
    }

    private static boolean isFor(String name, String host) {
        var pattern = name.toLowerCase(Locale.ROOT);
        var wanted = host.toLowerCase(Locale.ROOT);
        if (!pattern.startsWith("*.")) {
            return pattern.equals(wanted);
        }
        int dot = wanted.indexOf('.');
        return dot > 0 && pattern.substring(1).equals(wanted.substring(dot));
    }
}
