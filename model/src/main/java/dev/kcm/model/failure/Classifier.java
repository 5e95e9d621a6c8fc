package dev.kcm.model.failure;

import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.meta.v1.StatusDetails;

import java.time.Duration;
import java.util.Optional;

/// Tells from an answer's code and Status which failure it is. The reason in the Status decides;
/// the code does where there is no Status or its reason is unknown.
public final class Classifier {
    /// How long to wait after a 429 that does not say.
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private Classifier() {}

    /// @param code the HTTP code of the answer
    /// @param status its body; one with a reason of its own is made up if the body was none
    /// @param retryAfter its header of that name
    public static ApiFailure classify(int code, Status status, Optional<Duration> retryAfter) {
        var known = status.reason().isEmpty() ? status.withReason(reasonOf(code)) : status;
        var wait = retryAfter.or(() -> waitIn(known));
        return switch (known.reason()) {
            case "NotFound" -> new ApiFailure.NotFound(known);
            case "AlreadyExists" -> new ApiFailure.AlreadyExists(known);
            case "Conflict" -> new ApiFailure.Conflict(known);
            case "Gone", "Expired" -> new ApiFailure.Gone(known);
            case "Invalid" -> new ApiFailure.Invalid(known);
            case "Unauthorized" -> new ApiFailure.Unauthorized(known);
            case "Forbidden" ->
                    hasCause(known, "NamespaceTerminating")
                            ? new ApiFailure.NamespaceEnding(known)
                            : new ApiFailure.Forbidden(known);
            case "TooManyRequests" ->
                    new ApiFailure.TooManyRequests(known, wait.orElse(SHORTEST_WAIT));
            case "Timeout", "ServerTimeout" -> new ApiFailure.Timeout(known, wait);
            case "InternalError", "ServiceUnavailable", "StorageReadError" ->
                    new ApiFailure.ServerError(known, wait);
            default ->
                    known.reason().equals(reasonOf(code))
                            ? new ApiFailure.BadRequest(known)
                            : classifyByCode(code, known, wait);
        };
    }

    /// A reason nobody knows: the code has to do, and the server's words stay.
    private static ApiFailure classifyByCode(int code, Status status, Optional<Duration> wait) {
        return switch (reasonOf(code)) {
            case "NotFound" -> new ApiFailure.NotFound(status);
            case "Conflict" -> new ApiFailure.Conflict(status);
            case "Gone" -> new ApiFailure.Gone(status);
            case "Invalid" -> new ApiFailure.Invalid(status);
            case "Unauthorized" -> new ApiFailure.Unauthorized(status);
            case "Forbidden" -> new ApiFailure.Forbidden(status);
            case "TooManyRequests" ->
                    new ApiFailure.TooManyRequests(status, wait.orElse(SHORTEST_WAIT));
            case "Timeout" -> new ApiFailure.Timeout(status, wait);
            case "InternalError", "ServiceUnavailable" -> new ApiFailure.ServerError(status, wait);
            default -> new ApiFailure.BadRequest(status);
        };
    }

    private static String reasonOf(int code) {
        return switch (code) {
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 406 -> "NotAcceptable";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 413 -> "RequestEntityTooLarge";
            case 415 -> "UnsupportedMediaType";
            case 422 -> "Invalid";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> code >= 500 ? "InternalError" : "BadRequest";
        };
    }

    private static Optional<Duration> waitIn(Status status) {
        return status.details()
                .map(StatusDetails::retryAfterSeconds)
                .filter(seconds -> seconds > 0)
                .map(Duration::ofSeconds);
    }

    private static boolean hasCause(Status status, String type) {
        return status.details().stream()
                .flatMap(details -> details.causes().stream())
                .anyMatch(cause -> cause.reason().equals(type));
    }
}
