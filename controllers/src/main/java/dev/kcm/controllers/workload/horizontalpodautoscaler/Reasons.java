package dev.kcm.controllers.workload.horizontalpodautoscaler;

/// Reasons of events and conditions.
final class Reasons {
    static final String FAILED_GET_SCALE = "FailedGetScale";
    static final String SUCCEEDED_GET_SCALE = "SucceededGetScale";
    static final String FAILED_RESCALE = "FailedRescale";
    static final String FAILED_UPDATE_SCALE = "FailedUpdateScale";
    static final String SUCCESSFUL_RESCALE = "SuccessfulRescale";
    static final String SUCCEEDED_RESCALE = "SucceededRescale";
    static final String FAILED_UPDATE_STATUS = "FailedUpdateStatus";

    static final String SELECTOR_REQUIRED = "SelectorRequired";
    static final String INVALID_SELECTOR = "InvalidSelector";
    static final String AMBIGUOUS_SELECTOR = "AmbiguousSelector";

    static final String FAILED_GET_OBJECT_METRIC = "FailedGetObjectMetric";
    static final String FAILED_GET_PODS_METRIC = "FailedGetPodsMetric";
    static final String FAILED_GET_RESOURCE_METRIC = "FailedGetResourceMetric";
    static final String FAILED_GET_CONTAINER_RESOURCE_METRIC = "FailedGetContainerResourceMetric";
    static final String FAILED_GET_EXTERNAL_METRIC = "FailedGetExternalMetric";
    static final String INVALID_METRIC_SOURCE_TYPE = "InvalidMetricSourceType";
    static final String FAILED_COMPUTE_METRICS_REPLICAS = "FailedComputeMetricsReplicas";
    static final String VALID_METRIC_FOUND = "ValidMetricFound";
    static final String SCALING_DISABLED = "ScalingDisabled";

    static final String READY_FOR_NEW_SCALE = "ReadyForNewScale";
    static final String SCALE_UP_STABILIZED = "ScaleUpStabilized";
    static final String SCALE_DOWN_STABILIZED = "ScaleDownStabilized";
    static final String DESIRED_WITHIN_RANGE = "DesiredWithinRange";
    static final String TOO_FEW_REPLICAS = "TooFewReplicas";
    static final String TOO_MANY_REPLICAS = "TooManyReplicas";
    static final String SCALE_UP_LIMIT = "ScaleUpLimit";
    static final String SCALE_DOWN_LIMIT = "ScaleDownLimit";

    static final String SCALED_TO_ZERO = "ScaledToZero";
    static final String NOT_SCALED_TO_ZERO = "NotScaledToZero";

    private Reasons() {}
}
