package dev.kcm.controllers.cloud.serviceloadbalancer;

/// The reasons of events, upstream's.
final class Reasons {
    static final String ENSURING = "EnsuringLoadBalancer";
    static final String ENSURED = "EnsuredLoadBalancer";
    static final String DELETING = "DeletingLoadBalancer";
    static final String DELETED = "DeletedLoadBalancer";
    static final String UPDATED = "UpdatedLoadBalancer";
    static final String SYNC_FAILED = "SyncLoadBalancerFailed";
    static final String DELETE_FAILED = "DeleteLoadBalancerFailed";
    static final String UPDATE_FAILED = "UpdateLoadBalancerFailed";
    static final String NO_NODES = "UnAvailableLoadBalancer";

    private Reasons() {}
}
