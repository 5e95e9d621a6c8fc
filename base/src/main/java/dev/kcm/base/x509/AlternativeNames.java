package dev.kcm.base.x509;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// The names beside the subject a certificate is for.
public record AlternativeNames(List<String> dns, List<InetAddress> addresses, List<String> emails, List<String> uris) {
    public static final AlternativeNames NONE = new AlternativeNames(List.of(), List.of(), List.of(), List.of());

    public AlternativeNames {
        dns = List.copyOf(dns);
        addresses = List.copyOf(addresses);
        emails = List.copyOf(emails);
        uris = List.copyOf(uris);
    }

    /// Sorts hosts into addresses (literals such as `10.0.0.1`) and DNS names.
    public static AlternativeNames ofHosts(String... hosts) {
        var dns = new ArrayList<String>();
        var addresses = new ArrayList<InetAddress>();
        for (var host : hosts) {
            try {
                addresses.add(InetAddress.ofLiteral(host));
            } catch (IllegalArgumentException _) {
                dns.add(host);
            }
        }
        return new AlternativeNames(dns, addresses, List.of(), List.of());
    }

    public boolean isEmpty() {
        return dns.isEmpty() && addresses.isEmpty() && emails.isEmpty() && uris.isEmpty();
    }
}
