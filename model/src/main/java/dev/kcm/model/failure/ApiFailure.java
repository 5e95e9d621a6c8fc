package dev.kcm.model.failure;

import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.meta.v1.StatusDetails;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Why a request came to nothing. Each kind holds the server's Status; those that never reached a
/// server hold one of our own making, so that message and code are always there.
public sealed interface ApiFailure {

    Status status();

    /// A message for people.
    default String message() {
        return status().message();
    }

    /// A message for people who may not be allowed to read the object: what the server quoted of it is left out.
    default String summary() {
        return FailureSummary.of(this);
    }

    default int code() {
        return status().code();
    }

    default String reason() {
        return status().reason();
    }

    /// How long the server asks callers to wait before they try again.
    default Optional<Duration> retryAfter() {
        return status().details()
                .map(StatusDetails::retryAfterSeconds)
                .filter(seconds -> seconds > 0)
                .map(Duration::ofSeconds);
    }

    /// True if the same request may well succeed later. A conflict is not among these: the object
    /// has to be read again first.
    default boolean isRetryable() {
        return switch (this) {
            case TooManyRequests _, Timeout _, ServerError _, Transport _, CloudProvider _ -> true;
            case BadRequest _,
                    Unauthorized _,
                    Forbidden _,
                    NamespaceEnding _,
                    NotFound _,
                    NotSupported _,
                    AlreadyExists _,
                    Conflict _,
                    Gone _,
                    TooLarge _,
                    Invalid _,
                    NotLeader _ -> false;
        };
    }

    /// 400: the request makes no sense.
    record BadRequest(Status status) implements ApiFailure {}

    /// 401: the server does not know the user.
    record Unauthorized(Status status) implements ApiFailure {}

    /// 403: the user lacks permission.
    record Forbidden(Status status) implements ApiFailure {}

    /// 403 because the namespace is being deleted: nothing can be created there any more.
    record NamespaceEnding(Status status) implements ApiFailure {}

    record NotFound(Status status) implements ApiFailure {}

    /// 405, 406, 415: not like this.
    record NotSupported(Status status) implements ApiFailure {
        /// 405: the server cannot do this to such objects at all. The others speak of the form of the request or of the
        /// answer, and say nothing about objects.
        public boolean isOfMethod() {
            return code() == 405;
        }
    }

    record AlreadyExists(Status status) implements ApiFailure {}

    /// 409: the object changed since we saw it, or is not the one we meant.
    record Conflict(Status status) implements ApiFailure {
        private static final Pattern OTHER_UID =
                Pattern.compile("Operation cannot be fulfilled on .*(?:UID in precondition: (\\S+), UID in object meta:"
                        + " (\\S+)|the UID in the precondition \\((\\S+)\\) does not match the UID in record"
                        + " \\((\\S+)\\)).*");

        /// True if the server says that the object of that name is another one now. A conflict alone does not say so:
        /// a webhook, an aggregated server or a busy storage answers with one, and the object is still there.
        ///
        /// @param uid the one that the request's precondition named
        public boolean isOtherObjectThan(String uid) {
            var found = OTHER_UID.matcher(status.message());
            if (!found.matches()) {
                return false;
            }
            var isStored = found.group(1) != null;
            var asked = isStored ? found.group(1) : found.group(3);
            var present = isStored ? found.group(2) : found.group(4);
            return asked.equals(uid) && !present.equals(uid);
        }
    }

    /// 410: the position is no longer in the server's history.
    record Gone(Status status) implements ApiFailure {}

    record TooLarge(Status status) implements ApiFailure {}

    /// 422: the object is not valid.
    record Invalid(Status status) implements ApiFailure {}

    record TooManyRequests(Status status) implements ApiFailure {}

    /// 504, a server that gave up in time, or no response before our own deadline; a write may have
    /// happened.
    record Timeout(Status status) implements ApiFailure {}

    /// Any other 5xx.
    record ServerError(Status status) implements ApiFailure {}

    /// The connection failed; a write may have happened.
    record Transport(Status status) implements ApiFailure {}

    /// Not the API server's: a cloud provider did not do what it was asked to.
    record CloudProvider(Status status) implements ApiFailure {}

    /// Not sent: this process may no longer hold the lease.
    record NotLeader(Status status) implements ApiFailure {}

    /// The failure a server's Status stands for.
    static ApiFailure of(Status status) {
        return switch (status.code()) {
            case 400 -> new BadRequest(status);
            case 401 -> new Unauthorized(status);
            case 403 -> hasCause(status, "NamespaceTerminating") ? new NamespaceEnding(status) : new Forbidden(status);
            case 404 -> new NotFound(status);
            case 405, 406, 415 -> new NotSupported(status);
            case 409 -> status.reason().equals("AlreadyExists") ? new AlreadyExists(status) : new Conflict(status);
            case 410 -> new Gone(status);
            case 413 -> new TooLarge(status);
            case 422 -> new Invalid(status);
            case 429 -> new TooManyRequests(status);
            case 504 -> new Timeout(status);
            case 500 -> status.reason().equals("ServerTimeout") ? new Timeout(status) : new ServerError(status);
            default -> status.code() >= 400 && status.code() < 500 ? new BadRequest(status) : new ServerError(status);
        };
    }

    static ApiFailure notLeader() {
        return new NotLeader(Status.builder()
                .status("Failure")
                .reason("NotLeader")
                .message("not sent: the lease may be another's by now")
                .build());
    }

    private static boolean hasCause(Status status, String type) {
        return status.details().stream()
                .flatMap(details -> details.causes().stream())
                .anyMatch(cause -> cause.reason().equals(type));
    }
}
