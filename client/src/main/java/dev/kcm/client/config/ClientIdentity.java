package dev.kcm.client.config;

import dev.kcm.client.tls.ClientCertificate;
import java.util.Optional;

/// Who we are to the server at one moment: an `Authorization` header, a certificate, both or
/// neither.
public record ClientIdentity(Optional<String> authorization, Optional<ClientCertificate> certificate) {
    public static final ClientIdentity ANONYMOUS = new ClientIdentity(Optional.empty(), Optional.empty());

    public static ClientIdentity bearer(String token) {
        return new ClientIdentity(Optional.of("Bearer " + token), Optional.empty());
    }

    @Override
    public String toString() {
        return "Identity[%s, %s]".formatted(authorization.isPresent() ? "with a secret" : "-", certificate);
    }
}
