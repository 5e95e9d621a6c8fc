package dev.kcm.base.x509;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
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
        return of(certificate.getSubjectX500Principal());
    }

    /// Organizations come in the order of the certificate; of several common names the last counts,
    /// as in Go.
    public static Subject of(X500Principal principal) {
        var commonName = "";
        var organizations = new ArrayList<String>();
        try {
            for (var part : new LdapName(principal.getName()).getRdns()) {
                var attributes = part.toAttributes().getAll();
                while (attributes.hasMore()) {
                    var attribute = attributes.next();
                    for (var value : values(attribute)) {
                        if (attribute.getID().equalsIgnoreCase("CN")) {
                            commonName = value;
                        } else if (attribute.getID().equalsIgnoreCase("O")) {
                            organizations.add(value);
                        }
                    }
                }
            }
        } catch (NamingException unreadable) {
            throw new IllegalArgumentException("Cannot read the name " + principal, unreadable);
        }
        return new Subject(commonName, organizations);
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

    private static List<String> values(Attribute attribute) throws NamingException {
        var values = new ArrayList<String>();
        for (int i = 0; i < attribute.size(); i++) {
            if (attribute.get(i) instanceof String text) {
                values.add(text);
            }
        }
        return values;
    }
}
