package dev.kcm.client.remote;

import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.meta.v1.StatusDetails;

import java.time.Duration;

/// Turns what a server reports into a failure.
final class Reported {
    private Reported() {}

    static ApiFailure failure(Status status) {
        int seconds = status.details().map(StatusDetails::retryAfterSeconds).orElse(0);
        return status.code() == 429
                ? new ApiFailure.TooManyRequests(status, Duration.ofSeconds(seconds))
                : new ApiFailure.Other(status);
    }
}
