package dev.kcm.testing.scenario;

/// The scenario has a step that the present backend does not support; it is aborted there.
public final class UnsupportedByBackendException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedByBackendException(String message) {
        super(message);
    }
}
