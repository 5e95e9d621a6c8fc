package dev.kcm.runtime.lease;

import java.io.Serial;

/// A write was held back because this process may no longer be the leader.
public final class FenceClosedException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    FenceClosedException(String message) {
        super(message);
    }
}
