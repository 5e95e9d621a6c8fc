package dev.kcm.controllers.housekeeping.resourcequota;

/// The scopes a quota can have.
final class QuotaScopes {
    static final String TERMINATING = "Terminating";
    static final String NOT_TERMINATING = "NotTerminating";
    static final String BEST_EFFORT = "BestEffort";
    static final String NOT_BEST_EFFORT = "NotBestEffort";
    static final String PRIORITY_CLASS = "PriorityClass";
    static final String CROSS_NAMESPACE_AFFINITY = "CrossNamespacePodAffinity";
    static final String VOLUME_ATTRIBUTES_CLASS = "VolumeAttributesClass";

    private QuotaScopes() {}
}
