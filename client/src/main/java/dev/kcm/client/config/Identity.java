package dev.kcm.client.config;

import dev.kcm.client.tls.ClientCertificate;
import java.util.Optional;

/// Who we are to the server at one moment: an `Authorization` header, a certificate, both or
/// neither.
public record Identity(Optional<String> authorization, Optional<ClientCertificate> certificate) {
    public static final Identity ANONYMOUS = new Identity(Optional.empty(), Optional.empty());

    public static Identity bearer(String token) {
        return new Identity(Optional.of("Bearer " + token), Optional.empty());
    }

    @Override
    public String toString() {
        return "Identity[%s, %s]".formatted(authorization.isPresent() ? "with a secret" : "-", certificate);
    }
}
