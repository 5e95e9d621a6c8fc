package dev.kcm.model;

import java.time.Instant;
import java.util.Optional;

/// What the condition types of all kinds share; the generated ones implement it, and [Conditions]
/// works on lists of them.
///
/// @param <C> the condition type itself
public interface StatusCondition<C extends StatusCondition<C>> {
    String type();

    /// `True`, `False` or `Unknown`.
    String status();

    String reason();

    String message();

    /// When the status last changed.
    Optional<Instant> lastTransitionTime();

    C withLastTransitionTime(Instant time);

    default boolean isTrue() {
        return status().equals("True");
    }
}
