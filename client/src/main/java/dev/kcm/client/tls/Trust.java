package dev.kcm.client.tls;

import java.security.cert.X509Certificate;
import java.util.List;

/// Which server certificates are accepted.
public sealed interface Trust {

    /// The authorities the machine trusts.
    record SystemRoots() implements Trust {}

    /// These authorities and no others.
    record Roots(List<X509Certificate> certificates) implements Trust {
        public Roots {
            certificates = List.copyOf(certificates);
        }
    }

    /// Anyone's: `insecure-skip-tls-verify`.
    record Anyone() implements Trust {}
}
