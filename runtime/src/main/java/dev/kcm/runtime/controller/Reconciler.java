package dev.kcm.runtime.controller;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A controller that brings one object at a time to where it should be.
///
/// Only `observe` reads; `decide` and `settle` are pure functions of their arguments: no clock,
/// client, queue, metric, logger or random number. Whatever they need comes in with what was
/// observed.
///
/// @param <S> what was observed: a record of immutable things
public interface Reconciler<S> {

    /// Reads everything the decision needs. The caches show what this controller wrote for the key before. A live read
    /// that fails may be thrown (`ApiException`): the key is retried.
    Observation<S> observe(ObjectKey key, Caches caches, Instant now);

    /// What to do about it.
    Plan decide(S snapshot);

    /// What to write about it afterwards (mostly status), knowing what became of the plan.
    default Plan settle(S snapshot, Outcomes writes) {
        return Plan.nothing("no status of its own");
    }

    /// The object that a key stands for, where it is not the one of that name of the reconciled resource: controllers
    /// with objects of several kinds in one queue tell their keys apart by a prefix no name can have.
    default Optional<ObjectRef> subject(ObjectKey key) {
        return Optional.empty();
    }

    /// Told of every finished sync, for the controller's own metrics and [Memory]; changes nothing
    /// else.
    default void measure(S snapshot, Outcomes writes, Duration took) {}

    /// Told of every sync that was put off because the caches do not show the key's earlier writes yet.
    ///
    /// @param behind a resource of which they do not
    default void measureStale(ObjectKey key, Resource<?> behind) {}
}
