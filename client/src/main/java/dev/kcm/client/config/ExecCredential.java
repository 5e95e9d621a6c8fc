package dev.kcm.client.config;

import dev.kcm.client.tls.ClientCertificate;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/// What an exec plugin prints.
record ExecCredential(ClientIdentity identity, Optional<Instant> expires) {
    static final List<String> VERSIONS =
            List.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

    static ExecCredential parse(String source, String apiVersion, String text) {
        var root = Section.parse(source, text);
        if (!root.text("kind").equals("ExecCredential")
                || !root.text("apiVersion").equals(apiVersion)) {
            throw new ConfigException("%s has kind \"%s\" and apiVersion \"%s\", want ExecCredential and %s"
                    .formatted(source, root.text("kind"), root.text("apiVersion"), apiVersion));
        }
        var status = root.section("status");
        var token = status.optional("token");
        var certificate = certificate(status);
        if (token.isEmpty() && certificate.isEmpty()) {
            throw new ConfigException(source + " has neither a token nor a client certificate in its status");
        }
        return new ExecCredential(new ClientIdentity(token.map(it -> "Bearer " + it), certificate), expiry(status));
    }

    private static Optional<ClientCertificate> certificate(Section status) {
        var certificate = status.text("clientCertificateData");
        var key = status.text("clientKeyData");
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new ConfigException(
                    status.place() + " needs both clientCertificateData and clientKeyData, or neither");
        }
        return certificate.isEmpty()
                ? Optional.empty()
                : Optional.of(ClientCertificate.parse(
                        status.at("clientCertificateData"), certificate, status.at("clientKeyData"), key));
    }

    private static Optional<Instant> expiry(Section status) {
        var text = status.optional("expirationTimestamp");
        try {
            return text.map(it -> OffsetDateTime.parse(it).toInstant());
        } catch (DateTimeException bad) {
            throw new ConfigException(
                    "%s is \"%s\", want an RFC 3339 time".formatted(status.at("expirationTimestamp"), text.orElse("")),
                    bad);
        }
    }
}
