package dev.kcm.client;

import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;

/// Failures that no server reported.
public final class Failures {
    private Failures() {}

    /// No response came in time.
    public static ApiFailure timeout(String message) {
        return new ApiFailure.Timeout(status("Timeout", message));
    }

    /// The connection could not be made, or broke.
    public static ApiFailure transport(String message) {
        return new ApiFailure.Transport(status("", message));
    }

    /// A response came that cannot be read.
    public static ApiFailure unreadable(String request, RuntimeException problem) {
        return new ApiFailure.ServerError(status(
                "InternalError", "%s: cannot read the server's response: %s".formatted(request, problem.getMessage())));
    }

    /// We could not find out who we are.
    public static ApiFailure noIdentity(String request, RuntimeException problem) {
        return new ApiFailure.Unauthorized(status("Unauthorized", request + ": " + problem.getMessage()));
    }

    /// A selector that cannot be parsed; nothing was sent.
    public static ApiFailure invalidSelector(RuntimeException problem) {
        return new ApiFailure.BadRequest(status("BadRequest", String.valueOf(problem.getMessage())));
    }

    private static Status status(String reason, String message) {
        return Status.builder()
                .status("Failure")
                .reason(reason)
                .message(message)
                .build();
    }
}
