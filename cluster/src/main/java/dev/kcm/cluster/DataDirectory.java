package dev.kcm.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;

/// The directory of one cluster: readable by its owner only, used by one process at a time.
public final class DataDirectory implements AutoCloseable {
    private static final String PRIVATE_DIRECTORY = "rwx------";

    private final Path path;
    private final FileChannel lock;

    private DataDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// Takes the directory for this process, making it if need be.
    public static DataDirectory open(Path path) {
        try {
            create(path);
            var lock = FileChannel.open(lockFile(path), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isTaken(lock)) {
                return new DataDirectory(path, lock);
            }
            lock.close();
        } catch (IOException unusable) {
            throw new ClusterException(
                    "cannot use %s as data directory: %s (--data-dir names another)".formatted(path, reason(unusable)),
                    unusable);
        }
        throw new ClusterException(
                "a cluster already runs on %s (%s): stop it with Ctrl-C where it runs, or give this one another --data-dir"
                        .formatted(path, runner(path).orElse("its process is not known")));
    }

    /// What the running cluster has recorded, if one runs here.
    public static Optional<String> runner(Path path) {
        try (var lock = FileChannel.open(lockFile(path), StandardOpenOption.WRITE)) {
            return isTaken(lock) ? Optional.of(Files.readString(runFile(path)).strip()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    public static boolean isRunning(Path path) {
        try (var lock = FileChannel.open(lockFile(path), StandardOpenOption.WRITE)) {
            return isTaken(lock);
        } catch (IOException _) {
            return false;
        }
    }

    /// Deletes a directory that a cluster left; refuses one that runs or is something else.
    public static void delete(Path path) {
        if (!Files.exists(lockFile(path))) {
            throw new ClusterException(path + " holds no cluster: nothing was deleted");
        }
        try (var _ = open(path);
                var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException stuck) {
            throw new ClusterException("cannot delete " + path + ": " + stuck, stuck);
        }
    }

    public Path path() {
        return path;
    }

    public Path file(String name) {
        return path.resolve(name);
    }

    /// Records which process runs here, for others to read.
    public void recordRunner(String text) {
        write(runFile(path), text + "\n");
    }

    /// Writes a file that nobody else can ever read, all of it or nothing.
    public void writePrivately(String name, String text) {
        write(file(name), text);
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(runFile(path));
            lock.close();
        } catch (IOException problem) {
            throw new ClusterException("cannot release " + path + ": " + problem, problem);
        }
    }

    private static void create(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            makeDirectory(path);
        }
        boolean isForeign;
        try (var files = Files.list(path)) {
            isForeign = !Files.exists(lockFile(path)) && files.findAny().isPresent();
        }
        if (isForeign) {
            throw new ClusterException(path + " holds something else: name an empty or new directory with --data-dir");
        }
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(PRIVATE_DIRECTORY));
    }

    /// Makes a directory and those above it, and sees to it that a power loss does not take them away again.
    private static void makeDirectory(Path path) throws IOException {
        var above = path.toAbsolutePath().getParent();
        if (above != null && !Files.isDirectory(above)) {
            makeDirectory(above);
        }
        Files.createDirectories(
                path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE_DIRECTORY)));
        if (above != null) {
            force(above);
        }
    }

    private static void force(Path directory) throws IOException {
        try (var names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    /// The JDK's messages are often only the file's name.
    private static String reason(IOException failure) {
        return switch (failure) {
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _, NotDirectoryException _ -> "it is a file";
            case FileSystemException problem when problem.getReason() != null -> problem.getReason();
            default -> failure.toString();
        };
    }

    private static boolean isTaken(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() == null;
        } catch (OverlappingFileLockException _) {
            return true;
        }
    }

    private static void write(Path file, String text) {
        try {
            PrivateFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException problem) {
            throw new ClusterException("cannot write %s: %s".formatted(file, reason(problem)), problem);
        }
    }

    private static Path lockFile(Path path) {
        return path.resolve("lock");
    }

    private static Path runFile(Path path) {
        return path.resolve("running");
    }
}
