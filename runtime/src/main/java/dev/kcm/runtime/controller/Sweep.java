package dev.kcm.runtime.controller;

import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.plan.Plan;

import java.time.Duration;
import java.time.Instant;

/// A controller that looks at everything from time to time.
///
/// @param <S> what was observed
public interface Sweep<S> {

    /// How long from the end of one pass to the start of the next.
    Duration period();

    S observe(Caches caches, Instant now);

    /// Pure, like a reconciler's.
    Plan decide(S seen);
}
