package dev.kcm.cli;

import dev.kcm.apiserver.store.log.Backup;
import dev.kcm.apiserver.store.log.UnusableLogException;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.ConfigException;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.DataDirectory;
import dev.kcm.cluster.PrivateFile;
import dev.kcm.model.failure.ApiException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongConsumer;

/// `kcm backup` and `kcm restore`.
final class Backups {
    private static final String OVERWRITE = "--overwrite";

    /// For a cluster with a great many objects.
    private static final ClientSettings LONG_TIMEOUT =
            ClientSettings.usual().withoutRateLimit().withTimeout(Duration.ofMinutes(10));

    private Backups() {}

    static int backup(Arguments arguments, PrintStream out, PrintStream err) {
        var file = file(arguments);
        if (Files.exists(file) && !arguments.isSet(OVERWRITE)) {
            throw new ClusterException("%s exists: name another file, or replace it with --overwrite".formatted(file));
        }
        try {
            var made = made(arguments.dataDirectory(), file, err);
            out.printf(
                    "Backed up %d objects at revision %d to %s, which only you can read: it holds Secrets.%n",
                    made.count(), made.revision(), file);
            return 0;
        } catch (IOException | UnusableLogException | ApiException | ConfigException failed) {
            throw new ClusterException("no backup was made: " + said(failed), failed);
        }
    }

    /// The file has its name only when it was read again and found complete.
    private static Backup made(Path directory, Path file, PrintStream err) throws IOException {
        var part = file.resolveSibling(file.getFileName() + ".part");
        try {
            if (DataDirectory.isRunning(directory)) {
                err.println("Asking the running cluster for its objects.");
                var received = new RunningCluster(directory)
                        .ask(
                                LONG_TIMEOUT,
                                client -> client.raw("/kcm/backup", "application/octet-stream")
                                        .body());
                PrivateFile.write(part, content -> content.write(received));
            } else {
                copy(directory, part, progress(err));
            }
            var made = Backup.read(part);
            PrivateFile.rename(part, file);
            return made;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    static int restore(Arguments arguments, PrintStream out, PrintStream err) {
        var file = file(arguments);
        var path = arguments.dataDirectory();
        try {
            var backup = Backup.read(file);
            try (var directory = DataDirectory.open(path)) {
                if (Backup.isIn(path) && !arguments.isSet(OVERWRITE)) {
                    throw new ClusterException(
                            "%s holds objects already: name another directory with --data-dir, or replace them with --overwrite"
                                    .formatted(path));
                }
                long revision = backup.restore(directory.path(), progress(err));
                out.printf(
                        "Restored %d objects of revision %d to %s. It goes on at revision %d.%n",
                        backup.count(), backup.revision(), path, revision);
            }
            return 0;
        } catch (IOException | UnusableLogException failed) {
            throw new ClusterException("nothing was restored: " + said(failed), failed);
        }
    }

    private static void copy(Path directory, Path file, LongConsumer progress) throws IOException {
        if (!Backup.isIn(directory)) {
            throw new ClusterException(
                    "there is nothing to back up in %s: name another with --data-dir".formatted(directory));
        }
        try (var _ = DataDirectory.open(directory)) {
            var objects = Backup.of(directory);
            PrivateFile.write(file, content -> objects.write(content, progress));
        }
    }

    private static Path file(Arguments arguments) {
        if (arguments.words().size() != 1) {
            throw arguments.usageError("wants one FILE");
        }
        return Path.of(arguments.words().getFirst()).toAbsolutePath();
    }

    private static LongConsumer progress(PrintStream err) {
        return count -> err.printf("%d objects written%n", count);
    }

    /// The JDK's messages are often only the file's name.
    private static String said(Exception failed) {
        return failed instanceof IOException ? failed.toString() : String.valueOf(failed.getMessage());
    }
}
