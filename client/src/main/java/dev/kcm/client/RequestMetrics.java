package dev.kcm.client;

import dev.kcm.base.metrics.Buckets;
import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Histogram;
import dev.kcm.base.metrics.Metrics;
import java.time.Duration;

/// The `rest_client_*` families with upstream's names, labels and buckets.
final class RequestMetrics {
    private static final Buckets SECONDS = Buckets.of(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60);
    private static final Buckets BYTES =
            Buckets.of(64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216);

    /// What upstream writes for a request without a response.
    static final String NO_ANSWER = "<error>";

    private final String host;
    private final Counter requests;
    private final Counter retries;
    private final Histogram durations;
    private final Histogram limiterWaits;
    private final Histogram requestSizes;
    private final Histogram responseSizes;

    RequestMetrics(Metrics metrics, String host) {
        this.host = host;
        requests = metrics.counter(
                "rest_client_requests_total",
                "Number of HTTP requests, partitioned by status code, method, and host.",
                "code",
                "method",
                "host");
        retries = metrics.counter(
                "rest_client_request_retries_total",
                "Number of request retries, partitioned by status code, verb, and host.",
                "code",
                "verb",
                "host");
        durations = histogram(
                metrics,
                "rest_client_request_duration_seconds",
                "Request latency in seconds. Broken down by verb, and host.",
                SECONDS);
        limiterWaits = histogram(
                metrics,
                "rest_client_rate_limiter_duration_seconds",
                "Client side rate limiter latency in seconds. Broken down by verb, and" + " host.",
                SECONDS);
        requestSizes = histogram(
                metrics,
                "rest_client_request_size_bytes",
                "Request size in bytes. Broken down by verb and host.",
                BYTES);
        responseSizes = histogram(
                metrics,
                "rest_client_response_size_bytes",
                "Response size in bytes. Broken down by verb and host.",
                BYTES);
    }

    void recordRateLimiterWait(String verb, Duration wait) {
        limiterWaits.with(verb, host).observe(wait);
    }

    void recordAttempt(String verb, String code, boolean isRetry) {
        requests.with(code, verb, host).increment();
        if (isRetry) {
            retries.with(code, verb, host).increment();
        }
    }

    void recordDuration(String verb, Duration time) {
        durations.with(verb, host).observe(time);
    }

    void recordSizes(String verb, long bytesSent, long bytesReceived) {
        requestSizes.with(verb, host).observe(bytesSent);
        responseSizes.with(verb, host).observe(bytesReceived);
    }

    private static Histogram histogram(Metrics metrics, String name, String help, Buckets buckets) {
        return metrics.histogram(name, help, buckets, "verb", "host");
    }
}
