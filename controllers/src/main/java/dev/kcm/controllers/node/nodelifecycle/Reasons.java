package dev.kcm.controllers.node.nodelifecycle;

/// Reasons of conditions and events.
final class Reasons {
    static final String NODE_STATUS_NEVER_UPDATED = "NodeStatusNeverUpdated";
    static final String NODE_STATUS_UNKNOWN = "NodeStatusUnknown";
    static final String REGISTERED_NODE = "RegisteredNode";
    static final String REMOVING_NODE = "RemovingNode";
    static final String NODE_NOT_READY = "NodeNotReady";

    private Reasons() {}
}
