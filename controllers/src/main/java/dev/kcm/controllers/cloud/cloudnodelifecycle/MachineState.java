package dev.kcm.controllers.cloud.cloudnodelifecycle;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.cloud.CloudReply;
import dev.kcm.runtime.cloud.Instances;

/// What the cloud says of the machine behind a node.
enum MachineState {
    /// The node is ready, so it has a machine that runs, whatever the cloud would say.
    READY,
    RUNNING,
    SHUT_DOWN,
    GONE,
    /// The cloud could not say: nothing may be concluded.
    UNKNOWN;

    static MachineState of(Node node, Instances instances) {
        if (Conditions.isTrue(node.status().conditions(), "Ready")) {
            return READY;
        }
        return switch (CloudReply.to("the machine of nodes " + node.name(), () -> instances.exists(node))) {
            case CloudReply.Said<Boolean>(var exists) -> exists ? ofExisting(node, instances) : GONE;
            case CloudReply.Unknown<Boolean> _ -> UNKNOWN;
        };
    }

    private static MachineState ofExisting(Node node, Instances instances) {
        return switch (CloudReply.to("the power of nodes " + node.name(), () -> instances.isShutDown(node))) {
            case CloudReply.Said<Boolean>(var isShutDown) -> isShutDown ? SHUT_DOWN : RUNNING;
            case CloudReply.Unknown<Boolean> _ -> UNKNOWN;
        };
    }
}
