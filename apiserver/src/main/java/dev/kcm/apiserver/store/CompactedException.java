package dev.kcm.apiserver.store;

/// The revision asked for is no longer kept.
public final class CompactedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long asked;
    private final long oldest;

    CompactedException(long asked, long oldest) {
        super("too old resource version: %d (%d)".formatted(asked, oldest));
        this.asked = asked;
        this.oldest = oldest;
    }

    public long asked() {
        return asked;
    }

    /// The oldest revision still kept.
    public long oldest() {
        return oldest;
    }
}
