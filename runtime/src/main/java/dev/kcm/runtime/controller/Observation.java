package dev.kcm.runtime.controller;

/// What looking for an object came to.
public sealed interface Observation<S> {
    record Observed<S>(S value) implements Observation<S> {}

    /// There is no such object.
    record Gone<S>() implements Observation<S> {}

    /// The caches do not show enough yet; the key is parked until they do. Not a failure, and grows
    /// no back-off.
    record Stale<S>(String waitingFor) implements Observation<S> {}
}
