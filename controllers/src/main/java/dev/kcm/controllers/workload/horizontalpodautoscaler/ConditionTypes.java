package dev.kcm.controllers.workload.horizontalpodautoscaler;

/// The conditions of an autoscaler.
final class ConditionTypes {
    static final String ABLE_TO_SCALE = "AbleToScale";
    static final String SCALING_ACTIVE = "ScalingActive";
    static final String SCALING_LIMITED = "ScalingLimited";
    static final String SCALED_TO_ZERO = "ScaledToZero";

    private ConditionTypes() {}
}
