package dev.kcm.apiserver.store;

/// The requested revision is no longer kept.
public final class CompactedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long requested;
    private final long oldest;

    CompactedException(long requested, long oldest) {
        super("too old resource version: %d (%d)".formatted(requested, oldest));
        this.requested = requested;
        this.oldest = oldest;
    }

    public long requested() {
        return requested;
    }

    /// The oldest revision still kept.
    public long oldest() {
        return oldest;
    }
}
