package dev.kcm.runtime.controller;

/// What looking for an object came to.
public sealed interface Sight<S> {
    record Seen<S>(S value) implements Sight<S> {}

    /// There is no such object.
    record Gone<S>() implements Sight<S> {}

    /// The caches do not show enough yet; the key is parked until they do. Not a failure, and grows
    /// no back-off.
    record Behind<S>(String waitingFor) implements Sight<S> {}
}
