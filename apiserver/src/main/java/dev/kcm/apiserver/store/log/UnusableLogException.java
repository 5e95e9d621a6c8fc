package dev.kcm.apiserver.store.log;

/// A file that cannot be read as the objects of a cluster. The message names it, says where it is damaged, and is for
/// people. Nothing was changed.
public final class UnusableLogException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnusableLogException(String message) {
        super(message);
    }

    UnusableLogException(String message, Throwable cause) {
        super(message, cause);
    }

    static UnusableLogException damaged(String file, long offset, String problem) {
        return new UnusableLogException("%s is damaged at byte %d: %s".formatted(file, offset, problem));
    }
}
