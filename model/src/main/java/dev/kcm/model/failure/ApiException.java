package dev.kcm.model.failure;

/// Thrown where a request failed; [#failure()] says how.
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ApiFailure failure;

    public ApiException(ApiFailure failure) {
        super(failure.reason() + ": " + failure.message());
        this.failure = failure;
    }

    public ApiException(ApiFailure failure, Throwable cause) {
        super(failure.reason() + ": " + failure.message(), cause);
        this.failure = failure;
    }

    public ApiFailure failure() {
        return failure;
    }
}
