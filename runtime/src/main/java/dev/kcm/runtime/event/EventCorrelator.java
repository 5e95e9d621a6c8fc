package dev.kcm.runtime.event;

import dev.kcm.model.KubeObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Decides what becomes of announcements. Owned by one thread.
interface EventCorrelator<E extends KubeObject> {
    /// What to write; nothing when the announcement is dropped or only counted.
    Optional<EventWrite<E>> correlate(EventContent announcement);

    /// What to write although nothing was announced; asked every [#housekeepingPeriod].
    default List<EventWrite<E>> keepHouse() {
        return List.of();
    }

    /// Empty when there is nothing to keep in order.
    default Optional<Duration> housekeepingPeriod() {
        return Optional.empty();
    }
}
