package dev.kcm.controllers.node.nodelifecycle;

import java.util.List;

/// Conditions of nodes.
final class ConditionTypes {
    static final String READY = "Ready";
    static final String MEMORY_PRESSURE = "MemoryPressure";
    static final String DISK_PRESSURE = "DiskPressure";
    static final String PID_PRESSURE = "PIDPressure";
    static final String NETWORK_UNAVAILABLE = "NetworkUnavailable";

    /// What only a kubelet can know; whether its network is set up, others say.
    static final List<String> POSTED_BY_KUBELET = List.of(READY, MEMORY_PRESSURE, DISK_PRESSURE, PID_PRESSURE);

    static final String TRUE = "True";
    static final String FALSE = "False";
    static final String UNKNOWN = "Unknown";

    private ConditionTypes() {}
}
