package dev.kcm.client.config;

import dev.kcm.base.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A bearer token that someone else keeps fresh in a file, as the kubelet does for service
/// accounts. Read again every minute and whenever the server rejects it; while the file cannot be
/// read the old token stays in use.
public final class TokenFile implements Credentials {
    private final String entry;
    private final Path path;
    private final RefreshedIdentity identity;

    /// `entry` says where the path comes from, for error messages.
    public TokenFile(String entry, Path path, Clock clock) {
        this.entry = entry;
        this.path = path;
        this.identity = new RefreshedIdentity("token file " + path, _ -> Optional.of(read()), clock);
    }

    @Override
    public ClientIdentity identity() {
        return identity.get();
    }

    @Override
    public boolean renew(ClientIdentity used) {
        identity.expire();
        return !identity().equals(used);
    }

    private ClientIdentity read() {
        String token;
        try {
            token = Files.readString(path).strip();
        } catch (IOException missing) {
            throw new ConfigException(
                    "Cannot read the token file %s, which %s names: %s".formatted(path, entry, FileErrors.of(missing)),
                    missing);
        }
        if (token.isEmpty()) {
            throw new ConfigException("The token file %s, which %s names, is empty".formatted(path, entry));
        }
        return ClientIdentity.bearer(token);
    }
}
