package dev.kcm.controllers.node.resourcepoolstatusrequest;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;

/// What upstream measures of requests, by driver.
final class RequestMetrics {
    private final Counter processed;
    private final Counter errors;
    private final Histogram duration;

    RequestMetrics(Metrics metrics) {
        this.processed = metrics.counter(
                "resourcepoolstatusrequest_controller_requests_processed_total",
                "Requests whose answer was to be written.",
                "driver_name");
        this.errors = metrics.counter(
                "resourcepoolstatusrequest_controller_request_processing_errors_total",
                "Requests whose answer could not be written.",
                "driver_name");
        this.duration = metrics.histogram(
                "resourcepoolstatusrequest_controller_request_processing_duration_seconds",
                "Time to answer a request.",
                Buckets.exponential(0.001, 2, 15),
                "driver_name");
    }

    void written(String driver, boolean isRefused, Duration took) {
        processed.with(driver).increment();
        if (isRefused) {
            errors.with(driver).increment();
        }
        duration.with(driver).observe(took);
    }
}
