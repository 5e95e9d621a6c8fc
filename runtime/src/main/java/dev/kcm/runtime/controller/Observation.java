package dev.kcm.runtime.controller;

import dev.kcm.model.failure.ApiFailure;

/// What a reconciler's `observe` came to.
public sealed interface Observation<S> {
    record Observed<S>(S value) implements Observation<S> {}

    /// There is no such object.
    record Gone<S>() implements Observation<S> {}

    /// The caches do not show enough yet; the key waits until they do. Not a failure: no back-off.
    record Stale<S>(String waitingFor) implements Observation<S> {}

    /// A live read failed, so nothing can be decided. A failure: the key is retried with back-off, or when the server
    /// said to. An `ApiException` out of `observe` means the same.
    record Failed<S>(ApiFailure because) implements Observation<S> {}
}
