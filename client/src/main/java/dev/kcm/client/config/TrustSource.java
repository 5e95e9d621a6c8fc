package dev.kcm.client.config;

import dev.kcm.base.pem.Pem;
import dev.kcm.client.tls.Trust;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the authorities we trust come from.
public sealed interface TrustSource {

    Trust trust();

    /// The authorities as PEM text; empty where there is none.
    default String pem() {
        return "";
    }

    /// What the machine trusts, read once, as Go does.
    final class System implements TrustSource {
        private final SystemRoots roots;
        private @Nullable Trust trust;

        public System(Map<String, String> environment) {
            this.roots = SystemRoots.of(environment);
        }

        @Override
        public synchronized Trust trust() {
            if (trust == null) {
                trust = roots.read();
            }
            return trust;
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
