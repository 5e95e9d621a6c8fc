package dev.kcm.apiserver.store;

/// How much of the past is kept.
///
/// @param changesKept changes per resource from which a watch can start or a paged list go on
/// @param watcherLag changes a watcher may be behind before it is cut off
public record HistoryLimits(int changesKept, int watcherLag) {
    public static final HistoryLimits DEFAULT = new HistoryLimits(4096, 16384);

    public HistoryLimits {
        if (changesKept < 1 || watcherLag < 1) {
            throw new IllegalArgumentException(
                    "history must keep at least one change: %d, %d".formatted(changesKept, watcherLag));
        }
    }
}
