package dev.kcm.apiserver.store.log;

import dev.kcm.apiserver.store.StoreContents;
import dev.kcm.apiserver.store.StoreUnavailableException;
import dev.kcm.apiserver.store.WriteAheadLog.Completion;
import dev.kcm.apiserver.store.WriteAheadLog.Entry;
import dev.kcm.base.log.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Commits groups of entries to a [DurableLog], tells each entry what became of it, and brings the log back after a
/// failure. Nothing that goes wrong leaves it, an [Error] neither.
///
/// Used by one thread, but for [#unhealthyReason].
final class LogCommitter {
    private static final Log LOG = Log.of(LogCommitter.class);

    /// For when there is no memory left to say so.
    private static final StoreUnavailableException NO_MEMORY =
            new StoreUnavailableException("the store takes no writes: out of memory");

    /// An entry, and whom to tell.
    record Pending(Entry entry, Completion completion) {}

    private final DurableLog log;
    private final String file;
    private final Supplier<StoreContents> visible;
    private final Runnable whenFailed;
    private volatile @Nullable StoreUnavailableException failure;
    private StoreUnavailableException lastFailure = NO_MEMORY;

    /// Entries up to this epoch build on what failed.
    private long failedEpoch = -1;

    /// @param whenFailed called before anybody is told of a failure
    LogCommitter(DurableLog log, String file, Supplier<StoreContents> visible, Runnable whenFailed) {
        this.log = log;
        this.file = file;
        this.visible = visible;
        this.whenFailed = whenFailed;
    }

    /// Why the last attempt to write failed, if it did.
    Optional<String> unhealthyReason() {
        var current = failure;
        return current == null
                ? Optional.empty()
                : Optional.of("%s (%s): reads go on, writes are tried again every second"
                        .formatted(current.getMessage(), file));
    }

    /// Commits entries in order and completes all of them.
    void commit(List<Pending> batch) {
        int from = 0;
        while (from < batch.size() && batch.get(from).entry().epoch() <= failedEpoch) {
            from++;
        }
        complete(batch, 0, from, lastFailure);
        if (from < batch.size()) {
            complete(batch, from, batch.size(), written(batch, from));
        }
    }

    /// Makes the log writable again if it can be.
    void retry() {
        if (failure == null) {
            return;
        }
        try {
            if (log.hasFailed()) {
                log.rewrite(visible.get());
            } else {
                log.appendRevision(visible.get().revision());
            }
            succeeded();
        } catch (Throwable problem) {
            failed(problem);
        }
    }

    /// Writes the log anew if it has become long. One that cannot be is simply longer.
    void shorten() {
        if (failure != null || !log.isLong()) {
            return;
        }
        try {
            log.rewrite(visible.get());
        } catch (Throwable problem) {
            if (log.hasFailed()) {
                failed(problem);
            } else {
                log.postponeRewrite();
                LOG.error(problem, "Failed to shorten the log, which goes on growing", "file", file);
            }
        }
    }

    private @Nullable StoreUnavailableException written(List<Pending> batch, int from) {
        if (log.hasFailed()) {
            failedEpoch = batch.getLast().entry().epoch();
            return lastFailure;
        }
        try {
            var entries = new ArrayList<Entry>(batch.size());
            for (var each : batch.subList(from, batch.size())) {
                entries.add(each.entry());
            }
            log.append(entries);
            succeeded();
            return null;
        } catch (Throwable problem) {
            failedEpoch = batch.getLast().entry().epoch();
            failed(problem);
            return lastFailure;
        }
    }

    private static void complete(List<Pending> batch, int from, int to, @Nullable StoreUnavailableException outcome) {
        for (int i = from; i < to; i++) {
            try {
                batch.get(i).completion().completed(outcome);
            } catch (Throwable problem) {
                LOG.error(problem, "Failed to tell of a write");
            }
        }
    }

    private void failed(Throwable problem) {
        var before = failure;
        lastFailure = NO_MEMORY;
        try {
            var text = "the store takes no writes: " + FailureText.of(problem);
            lastFailure = new StoreUnavailableException(text, problem);
            if (before == null || !text.equals(before.getMessage())) {
                LOG.error(problem, "Failed to write; writes are refused until it succeeds", "file", file);
            }
            whenFailed.run();
        } catch (OutOfMemoryError _) {
            // the last failure says so already
        } finally {
            failure = lastFailure;
        }
    }

    private void succeeded() {
        if (failure != null) {
            failure = null;
            LOG.info("Recovered: writes are accepted again", "file", file);
        }
    }
}
