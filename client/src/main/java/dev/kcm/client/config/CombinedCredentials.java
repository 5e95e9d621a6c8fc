package dev.kcm.client.config;

import java.util.Optional;

/// A certificate beside a token or a password: the server sees both.
record CombinedCredentials(Credentials header, Credentials certificate) implements Credentials {

    @Override
    public ClientIdentity identity() {
        var first = header.identity();
        return new ClientIdentity(
                first.authorization(),
                first.certificate().or(() -> certificate.identity().certificate()));
    }

    @Override
    public boolean renew(ClientIdentity used) {
        header.renew(new ClientIdentity(used.authorization(), Optional.empty()));
        certificate.renew(new ClientIdentity(Optional.empty(), used.certificate()));
        return !identity().equals(used);
    }
}
