package dev.kcm.cluster.why;

/// There is no kind of that name; the message suggests the nearest.
public final class UnknownKindException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownKindException(String message) {
        super(message);
    }
}
