package dev.kcm.client.config;

import dev.kcm.base.pem.Pem;
import dev.kcm.client.tls.Trust;

/// Where the authorities we trust come from.
public sealed interface TrustSource {

    Trust trust();

    /// The authorities as PEM text; empty where there is none.
    default String pem() {
        return "";
    }

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
    record Authorities(PemSource source) implements TrustSource {
        @Override
        public Trust trust() {
            return new Trust.Roots(Pem.certificates(source.name(), source.read()));
        }

        @Override
        public String pem() {
            return source.read();
        }
    }
}
