package dev.kcm.runtime.cloud;

import dev.kcm.model.core.v1.Node;

/// The machines behind nodes, found by `spec.providerID` or, where a node has none yet, by its name.
public interface Instances {

    /// Whether there is a machine, be it shut down. A node that is not ready and has none is deleted.
    boolean exists(Node node);

    /// Whether the machine is there and switched off.
    boolean isShutDown(Node node);

    /// What the cloud knows of a machine, for whoever registers nodes.
    InstanceMetadata metadata(Node node);
}
