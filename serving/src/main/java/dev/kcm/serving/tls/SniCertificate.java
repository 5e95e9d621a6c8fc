package dev.kcm.serving.tls;

import dev.kcm.base.x509.KeyedCertificate;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// A certificate for clients that ask for certain names.
///
/// @param names exact names or `*.example.com`; empty means the certificate's own
/// @param certificate asked again for each handshake, so that it can be reloaded
public record SniCertificate(List<String> names, Supplier<KeyedCertificate> certificate) {

    public SniCertificate {
        names = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    boolean has(String exactName) {
        return (names.isEmpty() ? certificate.get().names() : names).contains(exactName);
    }
}
