package dev.kcm.testing.scenario;

/// The scenario says something that makes no sense on the present stage; it cannot go on there.
public final class NotHereException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotHereException(String message) {
        super(message);
    }
}
