package dev.kcm.client.config;

import java.util.Optional;

/// A certificate beside a token, a password or a plugin: the server sees both.
record BothCredentials(Credentials header, Credentials certificate) implements Credentials {

    @Override
    public Identity identity() {
        var first = header.identity();
        return new Identity(
                first.authorization(),
                first.certificate().or(() -> certificate.identity().certificate()));
    }

    @Override
    public boolean renew(Identity used) {
        header.renew(new Identity(used.authorization(), Optional.empty()));
        certificate.renew(new Identity(Optional.empty(), used.certificate()));
        return !identity().equals(used);
    }
}
