package dev.kcm.client;

import dev.kcm.model.failure.ApiFailure;

import java.time.Duration;
import java.util.Optional;

/// What the rules for retries and metrics need to know about a failure.
final class Refusals {
    private Refusals() {}

    /// `code` is 0 when no answer came.
    record Refusal(int code, boolean isBrokenConnection, Optional<Duration> retryAfter) {}

    static Refusal of(ApiFailure failure) {
        return switch (failure) {
            case ApiFailure.Transport _ -> new Refusal(0, true, Optional.empty());
            case ApiFailure.Timeout(var status) when status.code() == 0 ->
                    new Refusal(0, false, Optional.empty());
            default -> new Refusal(failure.code(), false, failure.retryAfter());
        };
    }
}
