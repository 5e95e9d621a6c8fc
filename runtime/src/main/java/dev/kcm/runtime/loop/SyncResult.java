package dev.kcm.runtime.loop;

import java.time.Duration;
import java.util.Optional;

/// What happens to a key after one look at it.
sealed interface SyncResult {
    /// All is as decided; look again after `wakeIn`, or when something changes.
    record Done(Optional<Duration> wakeIn) implements SyncResult {}

    /// Something was refused; look again after a growing delay.
    record Retry(String reason) implements SyncResult {}

    /// The caches are behind; look again when they move.
    record Park(String waitingFor) implements SyncResult {}

    /// There is nothing to look at.
    record Drop() implements SyncResult {}
}
