package dev.kcm.apiserver.store.log;

import dev.kcm.apiserver.store.StoreContents;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/// All objects of a cluster in one file, as they were at one revision. It has the format of a log, and ends by saying
/// how many there are, so that one that was cut off is refused. It holds Secrets; the certificates and keys of the
/// cluster are not in it.
public final class Backup {
    /// How far a restored cluster is ahead of all that was seen before, as etcd's tools advise: whoever watched the old
    /// one is told that its revision has expired, and lists again.
    public static final long REVISION_STEP = 1_000_000_000;

    private static final int PROGRESS_INTERVAL = 10_000;

    private final String source;
    private final LogContents contents;

    private Backup(String source, LogContents contents) {
        this.source = source;
        this.contents = contents;
    }

    /// Writes a backup of what a store holds.
    public static void write(StoreContents contents, OutputStream out) throws IOException {
        var writer = new LogWriter(into(out), contents.revision());
        writer.addAll(contents);
        writer.finishBackup();
        out.flush();
    }

    /// Reads a whole backup and checks it.
    ///
    /// @throws UnusableLogException if it is damaged, incomplete or something else
    public static Backup read(Path file) {
        var contents = contents(file);
        long declared = contents.declared().orElse(-1);
        if (contents.incompleteBytes() > 0 || declared != contents.count()) {
            throw new UnusableLogException(
                    "%s is not a complete backup: it ends after %d objects".formatted(file, contents.count()));
        }
        return new Backup(file.toString(), contents);
    }

    /// What a directory holds that no cluster runs on.
    ///
    /// @throws UnusableLogException if it holds nothing, or nothing that can be read
    public static Backup of(Path directory) {
        if (!isIn(directory)) {
            throw new UnusableLogException(directory + " holds no objects of a cluster");
        }
        var file = directory.resolve(DurableLog.NAME);
        return new Backup(file.toString(), contents(file));
    }

    /// Whether a directory holds the objects of a cluster.
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(DurableLog.NAME));
    }

    public long count() {
        return contents.count();
    }

    public long revision() {
        return contents.revision();
    }

    /// Writes it to a stream.
    ///
    /// @param progress told now and then how many objects were written
    public void write(OutputStream out, LongConsumer progress) throws IOException {
        var writer = new LogWriter(into(out), contents.revision());
        add(writer, progress);
        writer.finishBackup();
        out.flush();
    }

    /// Makes it the objects of a directory that no cluster runs on, in the place of what is there. Returns the
    /// revision, which is [#REVISION_STEP] ahead of both.
    ///
    /// @param progress told now and then how many objects were written
    /// @throws UnusableLogException if an object cannot be read; the directory is as it was then
    public long restore(Path directory, LongConsumer progress) throws IOException {
        for (var object : contents.objects()) {
            object.decoded(source);
        }
        long revision = Math.max(contents.revision(), lastRevision(directory)) + REVISION_STEP;
        DurableLog.create(new DiskDirectory(directory, true), revision, writer -> add(writer, progress));
        return revision;
    }

    private void add(LogWriter writer, LongConsumer progress) throws IOException {
        for (var object : contents.objects()) {
            writer.add(object);
            if (writer.count() % PROGRESS_INTERVAL == 0) {
                progress.accept(writer.count());
            }
        }
    }

    private static LogWriter.Output into(OutputStream out) {
        return (bytes, _) -> out.write(bytes.array(), bytes.position(), bytes.remaining());
    }

    /// The revision of what a directory holds; of what cannot be read nobody knows it.
    private static long lastRevision(Path directory) {
        try {
            return isIn(directory)
                    ? contents(directory.resolve(DurableLog.NAME)).revision()
                    : 0;
        } catch (UnusableLogException _) {
            return 0;
        }
    }

    private static LogContents contents(Path file) {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return LogContents.read(new DiskFile(channel, false), file.toString());
        } catch (IOException unreadable) {
            throw new UnusableLogException(
                    "cannot read %s: %s".formatted(file, FailureText.of(unreadable)), unreadable);
        }
    }
}
