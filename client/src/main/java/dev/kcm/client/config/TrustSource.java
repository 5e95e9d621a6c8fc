package dev.kcm.client.config;

import dev.kcm.base.pem.Pem;
import dev.kcm.client.tls.Trust;

/// Where the authorities we trust come from.
public sealed interface TrustSource {

    Trust trust();

    record System() implements TrustSource {
        @Override
        public Trust trust() {
            return new Trust.SystemRoots();
        }
    }

    record Anyone() implements TrustSource {
        @Override
        public Trust trust() {
            return new Trust.Anyone();
        }
    }

    /// Files are read anew each time.
    record Authorities(PemSource pem) implements TrustSource {
        @Override
        public Trust trust() {
            return new Trust.Roots(Pem.certificates(pem.name(), pem.read()));
        }
    }
}
