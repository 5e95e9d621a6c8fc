package dev.kcm.manager.access;

/// Credentials were shown and are worth nothing.
public final class NotAuthenticatedException extends Exception {
    NotAuthenticatedException(String message) {
        super(message);
    }
}
