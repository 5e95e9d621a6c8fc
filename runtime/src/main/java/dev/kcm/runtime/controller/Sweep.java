package dev.kcm.runtime.controller;

import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A controller that goes over everything from time to time. A plan's wake-up has no meaning here:
/// the next pass comes anyway. One thread calls all of it, so what has to be remembered from pass
/// to pass may be remembered in `observe`.
///
/// @param <S> what was observed
public interface Sweep<S> {

    /// How long from the end of one pass to the start of the next.
    Duration period();

    /// The only reader.
    S observe(Caches caches, Instant now);

    /// Pure, like a reconciler's. Plans are carried out at the same time and do not depend on each
    /// other: one that is refused costs nothing but itself.
    List<Plan> decide(S snapshot);

    /// Told of every finished pass, for the controller's own metrics; changes nothing else.
    default void measure(S snapshot, Outcomes writes) {}
}
