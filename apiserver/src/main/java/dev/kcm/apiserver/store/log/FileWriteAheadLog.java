package dev.kcm.apiserver.store.log;

import dev.kcm.apiserver.store.FieldOwners;
import dev.kcm.apiserver.store.StoreContents;
import dev.kcm.apiserver.store.StoreUnavailableException;
import dev.kcm.apiserver.store.WriteAheadLog;
import dev.kcm.apiserver.store.log.LogCommitter.Pending;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A log on disk. A platform thread writes and forces all entries that have gathered since its last force together
/// (group commit), so that many writers share the cost of one.
///
/// Whatever goes wrong on that thread, an [Error] too, fails the entries it was at and those that build on them, and
/// never ends the thread. From then on [#unhealthyReason] says why, and the thread tries every second whether the
/// disk takes something again.
public final class FileWriteAheadLog implements WriteAheadLog {
    private static final Log LOG = Log.of(FileWriteAheadLog.class);
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

    /// A write that takes longer is reported, though it is still waited for.
    private static final Duration SLOW = Duration.ofSeconds(10);

    /// Entries per force; the queue holds no more than there are requests that wait.
    private static final int LARGEST_BATCH = 1024;

    /// Makes the writer look at what else there is to do.
    private static final Pending WAKE =
            new Pending(new Entry(0, 0, Pod.PODS, ObjectKey.of(""), null, FieldOwners.NONE), _ -> {});

    private final DurableLog log;
    private final String file;
    private final Clock clock;
    private final BlockingQueue<Pending> pending = new LinkedBlockingQueue<>();
    private final Thread writer =
            Thread.ofPlatform().name("store-write-ahead-log").unstarted(this::run);
    private @Nullable LogContents loaded;
    private volatile @Nullable LogCommitter committer;
    private volatile boolean isBusy;
    private volatile long busySince;
    private volatile boolean isClosing;
    private volatile boolean hasEnded;
    private volatile boolean isRetryDue;

    /// Only the writer's.
    private boolean isRetrySet;

    private FileWriteAheadLog(DurableLog.Opened opened, String file, Clock clock) {
        this.log = opened.log();
        this.loaded = opened.contents();
        this.file = file;
        this.clock = clock;
    }

    /// Opens the log of a directory, or makes it.
    ///
    /// @throws UnusableLogException if it cannot be used; nothing was changed then
    public static FileWriteAheadLog open(LogDirectory directory, Clock clock) {
        return new FileWriteAheadLog(DurableLog.open(directory), directory.described(DurableLog.NAME), clock);
    }

    @Override
    public long load(Consumer<KubeObject> objects) {
        var contents = loaded;
        if (contents == null) {
            throw new IllegalStateException("loaded before");
        }
        loaded = null;
        for (var object : contents.objects()) {
            objects.accept(object.decoded(file));
        }
        return contents.revision();
    }

    @Override
    public void start(Supplier<StoreContents> visible) {
        try {
            log.appendRevision(visible.get().revision());
        } catch (IOException refused) {
            throw new StoreUnavailableException(
                    "cannot write to %s: %s".formatted(file, FailureText.of(refused)), refused);
        }
        committer = new LogCommitter(log, file, visible, this::setRetry);
        writer.start();
    }

    @Override
    public void append(Entry entry, Completion completion) {
        pending.add(new Pending(entry, completion));
        if (hasEnded) {
            refuseRest();
        }
    }

    @Override
    public Optional<String> unhealthyReason() {
        if (isBusy && clock.nanoTime() - busySince > SLOW.toNanos()) {
            return Optional.of("a write to %s has taken more than %d s".formatted(file, SLOW.toSeconds()));
        }
        var current = committer;
        return current == null ? Optional.empty() : current.unhealthyReason();
    }

    @Override
    public void close() {
        if (committer == null) {
            log.close();
            return;
        }
        isClosing = true;
        pending.add(WAKE);
        try {
            writer.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        var batch = new ArrayList<Pending>(LARGEST_BATCH + 1); // has room, so that nothing that was taken is ever lost
        try {
            while (!isClosing || !pending.isEmpty()) {
                batch.add(pending.take());
                pending.drainTo(batch, LARGEST_BATCH);
                busySince = clock.nanoTime();
                isBusy = true;
                work(batch);
                isBusy = false;
                batch.clear();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            log.close();
            hasEnded = true;
            refuseRest();
        }
    }

    @SuppressWarnings("ReferenceEquality") // the one entry that only wakes the writer
    private void work(ArrayList<Pending> batch) {
        try {
            batch.removeIf(each -> each == WAKE);
            var current = Objects.requireNonNull(committer);
            if (isRetryDue) {
                isRetryDue = false;
                isRetrySet = false;
                current.retry();
            }
            current.commit(batch);
            current.shorten();
            if (current.unhealthyReason().isPresent()) {
                setRetry(); // if there was no memory for it before
            }
        } catch (Throwable problem) {
            LOG.error(problem, "Failed to go on with the log", "file", file);
        }
    }

    private void setRetry() {
        if (!isRetrySet) {
            clock.after(RETRY_INTERVAL, () -> {
                isRetryDue = true;
                pending.add(WAKE);
            });
            isRetrySet = true;
        }
    }

    private void refuseRest() {
        for (var late = pending.poll(); late != null; late = pending.poll()) {
            late.completion().completed(new StoreUnavailableException("the store takes no writes: it is closed"));
        }
    }
}
