package dev.kcm.base.x509;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// A serving certificate for a server nobody gave one, made as upstream makes it: an authority of
/// its own signs it and is then thrown away, both valid from an hour ago for a year; the
/// authority's certificate stands in the chain for clients that want to pin it. (Upstream uses RSA;
/// EC is as widely read and made in a millisecond.)
public final class SelfSigned {
    private static final Duration BACKDATED = Duration.ofHours(1);
    private static final Duration LIFETIME = Duration.ofDays(365);

    private SelfSigned() {}

    /// @param host the name or address served, which also names the subject
    /// @param alternatives further names and addresses
    public static KeyedCertificate serving(String host, AlternativeNames alternatives, Instant now) {
        var from = now.minus(BACKDATED);
        var to = from.plus(LIFETIME);
        var suffix = "@" + now.getEpochSecond();
        var authority = CertificateAuthority.create(Subject.named(host + "-ca" + suffix), KeyKind.EC_P256, from, to);
        var names = withHost(host, alternatives);
        var template = CertificateTemplate.server(Subject.named(host + suffix), names, from, to);
        var made = authority.issue(template, KeyKind.EC_P256);
        return new KeyedCertificate(List.of(made.certificate(), authority.certificate()), made.key());
    }

    private static AlternativeNames withHost(String host, AlternativeNames others) {
        var own = AlternativeNames.ofHosts(host);
        return new AlternativeNames(
                Stream.concat(own.dns().stream(), others.dns().stream())
                        .distinct()
                        .toList(),
                Stream.concat(own.addresses().stream(), others.addresses().stream())
                        .distinct()
                        .toList(),
                others.emails(),
                others.uris());
    }
}
