package dev.kcm.client.config;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A bearer token that someone else keeps fresh in a file, as the kubelet does for service
/// accounts. Read again every minute and whenever the server refuses it; while the file cannot be
/// read the old token stays in use.
public final class TokenFile implements Credentials {
    private static final Logger LOG = System.getLogger("dev.kcm.client.config");
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);

    private final String entry;
    private final Path path;
    private final Clock clock;

    @GuardedBy("this")
    private @Nullable ClientIdentity current;

    @GuardedBy("this")
    private @Nullable Deadline nextLook;

    /// `entry` says where the path comes from, for complaints.
    public TokenFile(String entry, Path path, Clock clock) {
        this.entry = entry;
        this.path = path;
        this.clock = clock;
    }

    @Override
    public synchronized ClientIdentity identity() {
        var known = current;
        if (known != null && nextLook != null && !nextLook.hasPassed()) {
            return known;
        }
        nextLook = clock.deadlineIn(BETWEEN_LOOKS);
        try {
            current = read();
            return current;
        } catch (ConfigException bad) {
            if (known == null) {
                throw bad;
            }
            LOG.log(Level.WARNING, "Keeping the old token: {0}", bad.getMessage());
            return known;
        }
    }

    @Override
    public boolean renew(ClientIdentity used) {
        synchronized (this) {
            nextLook = null;
        }
        return !identity().equals(used);
    }

    private ClientIdentity read() {
        String token;
        try {
            token = Files.readString(path).strip();
        } catch (IOException missing) {
            throw new ConfigException(
                    "Cannot read the token file %s, which %s names: %s".formatted(path, entry, Reasons.of(missing)),
                    missing);
        }
        if (token.isEmpty()) {
            throw new ConfigException("The token file %s, which %s names, is empty".formatted(path, entry));
        }
        return ClientIdentity.bearer(token);
    }
}
