package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.Resource;
import dev.kcm.model.autoscaling.v1.Scale;

/// What an autoscaler scales, as it was read.
sealed interface ScaleTarget {
    /// @param resource what it is an object of
    record Found(Resource<?> resource, Scale scale) implements ScaleTarget {}

    /// @param error why not, in the server's or upstream's words
    /// @param isOfSpec whether the autoscaler's reference makes no sense
    record Unknown(String error, boolean isOfSpec) implements ScaleTarget {}
}
