package dev.kcm.model.failure;

/// A request that was refused or did not get through. The one exception of client and server.
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ApiFailure failure;

    public ApiException(ApiFailure failure) {
        super(failure.message());
        this.failure = failure;
    }

    public ApiException(ApiFailure failure, Throwable cause) {
        super(failure.message(), cause);
        this.failure = failure;
    }

    public ApiFailure failure() {
        return failure;
    }
}
