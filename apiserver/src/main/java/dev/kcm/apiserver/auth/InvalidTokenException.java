package dev.kcm.apiserver.auth;

/// A token that was signed and is not valid all the same.
final class InvalidTokenException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String why;

    InvalidTokenException(String why) {
        super(why, null, false, false);
        this.why = why;
    }

    String why() {
        return why;
    }
}
