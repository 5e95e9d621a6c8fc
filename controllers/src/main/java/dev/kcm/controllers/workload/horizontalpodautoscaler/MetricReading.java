package dev.kcm.controllers.workload.horizontalpodautoscaler;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What the server said when asked for one metric, and how long it took.
record MetricReading(Content content, Duration took) {

    sealed interface Content {}

    /// By the name of the pod; pods that are not here have none.
    record OfPods(Map<String, PodSample> samples) implements Content {}

    /// The values of a metric that is not about the pods, in thousandths.
    record Values(List<Long> milliValues) implements Content {}

    /// There are no values, and why, in upstream's words.
    record Failed(String error) implements Content {}

    static MetricReading failed(String error) {
        return new MetricReading(new Failed(error), Duration.ZERO);
    }
}
