package dev.kcm.base.x509;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/// The parts of a certificate's subject that Kubernetes reads: the common name is the user, the
/// organizations are the groups.
public record Subject(String commonName, List<String> organizations) {

    public Subject {
        organizations = List.copyOf(organizations);
    }

    public static Subject named(String commonName, String... organizations) {
        return new Subject(commonName, List.of(organizations));
    }

    public static Subject of(X509Certificate certificate) {
        return of(DistinguishedName.of(certificate));
    }

    /// Organizations come in the order of the name; of several common names the last counts, as in Go.
    public static Subject of(DistinguishedName name) {
        var commonNames = name.commonNames();
        return new Subject(commonNames.isEmpty() ? "" : commonNames.getLast(), name.organizations());
    }

    /// The name as Go writes it: the organizations as one set, then the common name.
    public X500Principal principal() {
        var parts = new ArrayList<String>();
        if (!commonName.isEmpty()) {
            parts.add("CN=" + Rdn.escapeValue(commonName));
        }
        if (!organizations.isEmpty()) {
            parts.add(String.join(
                    "+",
                    organizations.stream()
                            .map(organization -> "O=" + Rdn.escapeValue(organization))
                            .toList()));
        }
        return new X500Principal(String.join(",", parts));
    }
}
