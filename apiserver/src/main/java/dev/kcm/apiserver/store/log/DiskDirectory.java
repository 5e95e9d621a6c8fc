package dev.kcm.apiserver.store.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/// A directory on a disk. Its channels close themselves when a thread is interrupted in the middle of their work, so
/// only threads that nobody interrupts may use them.
///
/// @param forces whether to wait for the disk; without, a power loss may take back what was acknowledged
public record DiskDirectory(Path path, boolean forces) implements LogDirectory {
    private static final String PRIVATE_FILE = "rw-------";

    @Override
    public Optional<LogFile> open(String name) throws IOException {
        var file = path.resolve(name);
        return Files.exists(file)
                ? Optional.of(
                        new DiskFile(FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE), forces))
                : Optional.empty();
    }

    @Override
    public LogFile create(String name) throws IOException {
        var file = path.resolve(name);
        Files.deleteIfExists(file);
        return new DiskFile(
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE_FILE))),
                forces);
    }

    @Override
    public void replace(String from, String to) throws IOException {
        Files.move(
                path.resolve(from),
                path.resolve(to),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void force() throws IOException {
        if (forces) {
            try (var names = FileChannel.open(path, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(path.resolve(name));
    }

    @Override
    public String described(String name) {
        return path.resolve(name).toString();
    }
}
