package dev.kcm.apiserver.store.log;

import dev.kcm.apiserver.store.StoreContents;
import dev.kcm.apiserver.store.WriteAheadLog.Entry;
import dev.kcm.base.log.Log;
import java.io.IOException;
import java.util.List;

/// The file of a log. What [#append] has returned for survives a power loss; what it has thrown for may or may not.
///
/// After a failed write or force nothing is known of the bytes behind the last forced frame: the system may have
/// thrown them away and call the next force a success. So a file that failed is never written again: [#rewrite] puts
/// a new one in its place, with everything that is visible. That also keeps a file from growing for ever, and makes
/// the first one.
///
/// Used by one thread at a time.
final class DurableLog implements AutoCloseable {
    static final String NAME = "store.log";
    private static final String NEXT = NAME + ".new";
    private static final String OLDER_NAME = "store.db";
    private static final Log LOG = Log.of(DurableLog.class);

    /// Shorter files are not worth rewriting.
    private static final long SHORT = 32L << 20;

    /// A log, and what it held when it was opened.
    record Opened(DurableLog log, LogContents contents) {}

    /// Adds what a new file begins with.
    @FunctionalInterface
    interface Filling {
        void fill(LogWriter writer) throws IOException;
    }

    private record NewFile(LogFile file, long length) {}

    private final LogDirectory directory;
    private LogFile file;
    private long length;
    private long rewriteAt;
    private boolean hasFailed;

    private DurableLog(LogDirectory directory, LogFile file, long length, long rewriteAt) {
        this.directory = directory;
        this.file = file;
        this.length = length;
        this.rewriteAt = rewriteAt;
    }

    /// Reads the log of a directory, and makes one where there is none.
    ///
    /// @throws UnusableLogException if it cannot be used; nothing was changed then
    static Opened open(LogDirectory directory) {
        try {
            directory.delete(NEXT); // a rewrite that a crash interrupted
            var found = directory.open(NAME);
            if (found.isPresent()) {
                directory.force(); // it may have its name only since a rewrite that failed
                return opened(directory, found.get());
            }
            refuseOlder(directory);
            create(directory, 0, _ -> {});
            return opened(directory, directory.open(NAME).orElseThrow());
        } catch (IOException failed) {
            throw new UnusableLogException(
                    "cannot use %s: %s".formatted(directory.described(NAME), FailureText.of(failed)), failed);
        }
    }

    private static void refuseOlder(LogDirectory directory) throws IOException {
        var older = directory.open(OLDER_NAME);
        if (older.isPresent()) {
            older.get().close();
            throw new UnusableLogException(
                    "cannot use %s: an older kcm wrote it, which kept objects in SQLite; start that one to read it"
                            .formatted(directory.described(OLDER_NAME)));
        }
    }

    private static Opened opened(LogDirectory directory, LogFile file) throws IOException {
        var name = directory.described(NAME);
        try {
            var contents = LogContents.read(file, name);
            if (contents.incompleteBytes() > 0) {
                LOG.info(
                        "Cut off a write that was interrupted and never acknowledged",
                        "file",
                        name,
                        "offset",
                        contents.length(),
                        "bytes",
                        contents.incompleteBytes());
                file.truncate(contents.length());
                file.force();
            }
            long rewriteAt = Math.max(SHORT, 2 * contents.liveBytes());
            return new Opened(new DurableLog(directory, file, contents.length(), rewriteAt), contents);
        } catch (IOException | RuntimeException | Error failed) {
            close(file, name);
            throw failed;
        }
    }

    /// Makes entries durable, as many of them as go into one frame; returns how many those are.
    ///
    /// @throws IOException if the disk refuses; anything thrown means that nothing was acknowledged
    int append(List<Entry> entries) throws IOException {
        var frame = new FrameBuilder();
        int count = 0;
        while (count < entries.size() && !frame.isFull()) {
            var entry = entries.get(count++);
            var object = entry.object();
            frame.add(
                    entry.revision(),
                    entry.resource(),
                    entry.key(),
                    object == null ? null : entry.owners().shownIn(object));
        }
        append(frame);
        return count;
    }

    /// Makes durable that a revision was reached: proof that the disk takes something.
    void appendRevision(long revision) throws IOException {
        append(new FrameBuilder().addRevision(revision));
    }

    private void append(FrameBuilder frame) throws IOException {
        if (hasFailed) {
            throw new IllegalStateException("a log that failed must be rewritten first");
        }
        var bytes = frame.frame(length);
        int count = bytes.remaining();
        try {
            file.write(bytes, length);
            file.force();
        } catch (IOException | RuntimeException | Error failed) {
            hasFailed = true;
            takeBack();
            throw failed;
        }
        length += count;
    }

    /// Cuts a refused write off as far as possible, so that it is not there after a crash either.
    private void takeBack() {
        try {
            file.truncate(length);
        } catch (IOException stuck) {
            LOG.v(2).info("Failed to take a refused write back", "file", directory.described(NAME), "err", stuck);
        }
    }

    /// Whether only a [#rewrite] makes it writable again.
    boolean hasFailed() {
        return hasFailed;
    }

    boolean isLong() {
        return length >= rewriteAt;
    }

    /// Puts a file with nothing but these contents in the place of the current one.
    void rewrite(StoreContents contents) throws IOException {
        var next = written(directory, contents.revision(), writer -> writer.addAll(contents));
        try {
            directory.replace(NEXT, NAME);
            directory.force();
        } catch (IOException | RuntimeException | Error failed) {
            hasFailed = true; // nobody knows which of them has the name after a crash
            discard(directory, next.file());
            throw failed;
        }
        close();
        file = next.file();
        length = next.length();
        rewriteAt = Math.max(SHORT, 2 * length);
        hasFailed = false;
    }

    /// Does not try to rewrite again soon, since it just failed.
    void postponeRewrite() {
        rewriteAt = length + SHORT;
    }

    @Override
    public void close() {
        close(file, directory.described(NAME));
    }

    /// Makes a log in the place of one that nobody uses.
    static void create(LogDirectory directory, long revision, Filling filling) throws IOException {
        var made = written(directory, revision, filling);
        try (var _ = made.file()) {
            directory.replace(NEXT, NAME);
            directory.force();
        }
    }

    private static NewFile written(LogDirectory directory, long revision, Filling filling) throws IOException {
        var next = directory.create(NEXT);
        try {
            var writer = new LogWriter(next::write, revision);
            filling.fill(writer);
            long length = writer.finish();
            next.force();
            return new NewFile(next, length);
        } catch (IOException | RuntimeException | Error failed) {
            discard(directory, next);
            throw failed;
        }
    }

    private static void discard(LogDirectory directory, LogFile next) {
        close(next, directory.described(NEXT));
        try {
            directory.delete(NEXT);
        } catch (IOException stuck) {
            LOG.v(2).info("Failed to delete a log that is not used", "file", directory.described(NEXT), "err", stuck);
        }
    }

    private static void close(LogFile file, String name) {
        try {
            file.close();
        } catch (IOException failed) {
            LOG.v(2).info("Failed to close a file", "file", name, "err", failed);
        }
    }
}
