package dev.kcm.client.config;

import dev.kcm.client.tls.ProxyAddress;
import dev.kcm.client.tls.ServerAddress;
import java.util.Optional;

/// Everything needed to talk to one API server as one identity.
public record ClientConfig(
        ServerAddress server,
        TrustSource trust,
        Optional<String> serverName,
        Credentials credentials,
        Optional<Impersonation> impersonation,
        Optional<ProxyAddress> proxy,
        String namespace) {

    /// The same server and trust, another identity.
    public ClientConfig withCredentials(Credentials other) {
        return new ClientConfig(server, trust, serverName, other, Optional.empty(), proxy, namespace);
    }
}
