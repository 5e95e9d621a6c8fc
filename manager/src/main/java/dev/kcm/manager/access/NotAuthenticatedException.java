package dev.kcm.manager.access;

/// The request's credentials are invalid.
public final class NotAuthenticatedException extends Exception {
    NotAuthenticatedException(String message) {
        super(message);
    }
}
