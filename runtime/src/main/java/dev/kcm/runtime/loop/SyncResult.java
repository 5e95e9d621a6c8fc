package dev.kcm.runtime.loop;

import java.time.Duration;
import java.util.Optional;

/// What happens to a key after a sync.
sealed interface SyncResult {
    /// All is as decided; sync again after `wakeIn`, or when something changes.
    record Done(Optional<Duration> wakeIn) implements SyncResult {}

    /// A read or a write failed; sync again when the server said to, else after a delay that grows.
    record Retry(String reason, Optional<Duration> retryAfter) implements SyncResult {}

    /// The caches are stale; sync again when they move.
    record Wait(String waitingFor) implements SyncResult {}

    /// The object is gone.
    record Forget() implements SyncResult {}
}
