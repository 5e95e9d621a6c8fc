package dev.kcm.apiserver.store;

/// A write that the store could not make durable. Nobody has seen it, and reads go on; whether it is there after a
/// crash is not known. The message is for people and names no object.
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    public StoreUnavailableException(String message) {
        super(message);
    }
}
