package dev.kcm.runtime.cloud;

import java.util.Optional;

/// A cloud that the cluster runs in, found by `ServiceLoader`. What it does not have is left out: the controllers that
/// need it do not run.
///
/// All of it is called by many threads at the same time, may block as long as the cloud takes, and says with a
/// [CloudException] that something failed. Every call is repeated after a restart, so it must be harmless to make it
/// again. Objects are read-only.
public interface CloudProvider {

    /// What providerIDs begin with, as in `name://…`.
    String name();

    default Optional<Instances> instances() {
        return Optional.empty();
    }

    default Optional<LoadBalancers> loadBalancers() {
        return Optional.empty();
    }

    default Optional<Routes> routes() {
        return Optional.empty();
    }
}
