package dev.kcm.controllers.housekeeping.podgarbagecollector;

/// Words that upstream's users know.
final class Words {
    static final String OUT_OF_SERVICE_TAINT = "node.kubernetes.io/out-of-service";
    static final String EVICTED = "Evicted";
    static final String DISRUPTION_TARGET = "DisruptionTarget";
    static final String DELETION_BY_POD_GC = "DeletionByPodGC";
    static final String NODE_NO_LONGER_EXISTS = "PodGC: node no longer exists";

    private Words() {}
}
