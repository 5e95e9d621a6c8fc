package dev.kcm.controllers.workload.disruption;

/// Reasons of events and conditions, as upstream spells them.
final class Reasons {
    static final String NO_PODS = "NoPods";
    static final String EXPECTED_COUNT_FAILED = "CalculateExpectedPodCountFailed";
    static final String UNMANAGED_PODS = "UnmanagedPods";
    static final String NOT_DELETED = "NotDeleted";
    static final String SEVERAL_BUDGETS = "MultiplePodDisruptionBudgets";

    static final String SUFFICIENT_PODS = "SufficientPods";
    static final String INSUFFICIENT_PODS = "InsufficientPods";
    static final String SYNC_FAILED = "SyncFailed";

    private Reasons() {}
}
