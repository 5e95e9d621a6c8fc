package dev.kcm.runtime.cloud;

import dev.kcm.model.core.v1.LoadBalancerStatus;

/// What a [CloudCall] came to, where it did not fail.
public sealed interface CloudAnswer {
    record Done() implements CloudAnswer {}

    /// There is a balancer now, and clients reach it here.
    record Balanced(LoadBalancerStatus status) implements CloudAnswer {}

    /// There was nothing to change or delete.
    record Absent() implements CloudAnswer {}

    /// Another controller sees to it.
    record ImplementedElsewhere() implements CloudAnswer {}
}
