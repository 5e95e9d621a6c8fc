package dev.kcm.model.failure;

import dev.kcm.model.meta.v1.Status;

import java.time.Duration;
import java.util.Optional;

/// Why a request to the API failed, with the server's own words in [#status()].
///
/// Cases are told apart where some caller acts differently on them; [Classifier] makes them from
/// what a server sends.
public sealed interface ApiFailure {

    /// There is no such object, or no such resource.
    record NotFound(Status status) implements ApiFailure {}

    /// There is an object of that name already.
    record AlreadyExists(Status status) implements ApiFailure {}

    /// The object has changed since it was read, or is not the one a precondition named.
    record Conflict(Status status) implements ApiFailure {
        /// True if a precondition on the uid failed: the object of that name is another one now.
        public boolean isOtherObject() {
            return status.message().contains("Precondition failed: UID in precondition");
        }
    }

    /// The object breaks a rule; the causes in the status say which.
    record Invalid(Status status) implements ApiFailure {}

    /// The caller is known and may not do this.
    record Forbidden(Status status) implements ApiFailure {}

    /// Nothing can be created in a namespace that is being deleted.
    record NamespaceEnding(Status status) implements ApiFailure {}

    /// The server does not know who is calling.
    record Unauthorized(Status status) implements ApiFailure {}

    /// The server is busy, or an eviction would break a budget; try again after `retryIn`.
    record TooManyRequests(Status status, Duration retryIn) implements ApiFailure {}

    /// The resource version asked for is too old: list anew.
    record Gone(Status status) implements ApiFailure {}

    /// The server did not finish in time; the change may or may not have happened.
    record Timeout(Status status, Optional<Duration> retryAfter) implements ApiFailure {}

    /// Something is wrong on the server's side.
    record ServerError(Status status, Optional<Duration> retryAfter) implements ApiFailure {}

    /// The server refuses the request as such: malformed, too large, of an unknown media type, …
    record BadRequest(Status status) implements ApiFailure {}

    /// No answer came: no connection, or it broke. The change may or may not have happened.
    record Transport(Status status) implements ApiFailure {}

    /// A failure of the connection rather than of the server.
    static ApiFailure transport(String problem) {
        return new Transport(
                Status.builder().status("Failure").reason("Transport").message(problem).build());
    }

    Status status();

    /// One word for logs and metrics: the server's reason, or the kind of failure if it gave none.
    default String reason() {
        return status().reason().isEmpty() ? getClass().getSimpleName() : status().reason();
    }

    default String message() {
        return status().message();
    }

    /// True if the same request may well succeed later. A conflict is not among these: the object
    /// has to be read again first.
    default boolean isRetryable() {
        return switch (this) {
            case TooManyRequests _, Timeout _, ServerError _, Transport _ -> true;
            case NotFound _,
                    AlreadyExists _,
                    Conflict _,
                    Invalid _,
                    Forbidden _,
                    NamespaceEnding _,
                    Unauthorized _,
                    Gone _,
                    BadRequest _ ->
                    false;
        };
    }

    /// How long the server asks to wait before trying again, if it says so.
    default Optional<Duration> waitAskedFor() {
        return switch (this) {
            case TooManyRequests(_, var retryIn) -> Optional.of(retryIn);
            case Timeout(_, var retryAfter) -> retryAfter;
            case ServerError(_, var retryAfter) -> retryAfter;
            case NotFound _,
                    AlreadyExists _,
                    Conflict _,
                    Invalid _,
                    Forbidden _,
                    NamespaceEnding _,
                    Unauthorized _,
                    Gone _,
                    BadRequest _,
                    Transport _ ->
                    Optional.empty();
        };
    }
}
