package dev.kcm.runtime.queue;

import java.time.Duration;
import java.util.Optional;

/// Whether a queue moves, at one moment.
///
/// @param longestHeld the key that has been in hands for longest
/// @param heldFor how long that is
/// @param waiting how many keys wait for a worker
/// @param stillFor how long keys have waited without any being taken
public record QueueProgress<K>(Optional<K> longestHeld, Duration heldFor, int waiting, Duration stillFor) {}
