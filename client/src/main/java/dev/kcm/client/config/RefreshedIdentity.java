package dev.kcm.client.config;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// An identity read from files, and read again every minute; while that fails the old one stays in use. Thread-safe:
/// files are read under its lock, one reader at a time.
final class RefreshedIdentity {
    private static final Logger LOG = System.getLogger("dev.kcm.client.config");
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final String what;
    private final UnaryOperator<Optional<ClientIdentity>> load;
    private final Clock clock;

    @GuardedBy("this")
    private @Nullable ClientIdentity current;

    @GuardedBy("this")
    private @Nullable Deadline nextLoad;

    /// @param what for log lines
    /// @param load makes the present identity of the one before
    RefreshedIdentity(String what, UnaryOperator<Optional<ClientIdentity>> load, Clock clock) {
        this.what = what;
        this.load = load;
        this.clock = clock;
    }

    /// @throws RuntimeException if it cannot be read and never could
    synchronized ClientIdentity get() {
        var known = current;
        if (known != null && nextLoad != null && !nextLoad.hasPassed()) {
            return known;
        }
        nextLoad = clock.deadlineIn(PERIOD);
        try {
            var loaded = load.apply(Optional.ofNullable(known)).orElseThrow();
            current = loaded;
            return loaded;
        } catch (RuntimeException unreadable) {
            if (known == null) {
                throw unreadable;
            }
            LOG.log(Level.WARNING, "Failed to reload {0}, using the old one: {1}", what, unreadable.getMessage());
            return known;
        }
    }

    /// The next [#get] reads the files.
    synchronized void expire() {
        nextLoad = null;
    }
}
