package dev.kcm.controllers.node.nodelifecycle;

/// How much of a zone is lost.
enum ZoneState {
    /// Not judged yet.
    INITIAL,
    NORMAL,
    /// More than two nodes and a large part of all are not ready.
    PARTIAL_DISRUPTION,
    /// No node is ready.
    FULL_DISRUPTION;

    private static final int FEW = 2;

    static ZoneState of(int ready, int notReady, float unhealthyThreshold) {
        if (ready == 0 && notReady > 0) {
            return FULL_DISRUPTION;
        }
        boolean isLarge = (float) notReady / (notReady + ready) >= unhealthyThreshold;
        return notReady > FEW && isLarge ? PARTIAL_DISRUPTION : NORMAL;
    }

    /// How many nodes per second may lose their pods in a zone of this state.
    float evictionRate(int nodes, NodeLifecycleOptions options) {
        return switch (this) {
            case INITIAL, NORMAL, FULL_DISRUPTION -> options.evictionRate();
            case PARTIAL_DISRUPTION -> nodes > options.largeClusterSize() ? options.secondaryEvictionRate() : 0;
        };
    }
}
