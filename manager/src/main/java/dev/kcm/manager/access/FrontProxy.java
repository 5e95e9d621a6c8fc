package dev.kcm.manager.access;

import dev.kcm.base.Clock;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.serving.Exchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// A proxy that shows a certificate we trust says in headers who the caller is.
record FrontProxy(Supplier<Settings> settings, Clock clock) implements Authenticator {

    /// @param allowedNames common names the proxy's certificate may have; empty for any
    record Settings(
            TrustedAuthorities authorities,
            List<String> allowedNames,
            List<String> userHeaders,
            List<String> uidHeaders,
            List<String> groupHeaders,
            List<String> extraPrefixes) {}

    @Override
    public Optional<Caller> caller(Exchange exchange) throws NotAuthenticatedException {
        var chain = exchange.peerCertificates();
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        var now = settings.get();
        var proxy =
                new ClientCertificates(now::authorities, clock).verified(chain).commonName();
        if (!now.allowedNames().isEmpty() && !now.allowedNames().contains(proxy)) {
            throw new NotAuthenticatedException("subject with common name %s is not allowed".formatted(proxy));
        }
        return first(exchange, now.userHeaders())
                .map(user -> new Caller(
                        user,
                        first(exchange, now.uidHeaders()).orElse(""),
                        values(exchange, now.groupHeaders()).toList(),
                        extra(exchange, now.extraPrefixes())));
    }

    private static Optional<String> first(Exchange exchange, List<String> names) {
        return names.stream()
                .map(exchange::header)
                .flatMap(Optional::stream)
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    private static Stream<String> values(Exchange exchange, List<String> names) {
        return names.stream().flatMap(name -> exchange.headers(name).stream()).filter(value -> !value.isEmpty());
    }

    /// What follows the prefix names the attribute, in lower case and percent-decoded.
    private static Map<String, List<String>> extra(Exchange exchange, List<String> prefixes) {
        var extra = new LinkedHashMap<String, List<String>>();
        for (var name : exchange.headerNames()) {
            for (var prefix : prefixes) {
                if (name.regionMatches(true, 0, prefix, 0, prefix.length())) {
                    var key = decoded(name.substring(prefix.length()).toLowerCase(Locale.ROOT));
                    extra.merge(key, exchange.headers(name), FrontProxy::joined);
                }
            }
        }
        return extra;
    }

    private static List<String> joined(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return key;
        }
    }
}
