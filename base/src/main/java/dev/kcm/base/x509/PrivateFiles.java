package dev.kcm.base.x509;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Writes files that are never, not for a moment, readable by more people than meant, and never
/// half there, also when the power fails: a new file with its permissions takes the old one's place.
final class PrivateFiles {
    static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rw-r--r--");

    private PrivateFiles() {}

    static void write(Path file, String text, Set<PosixFilePermission> permissions) throws IOException {
        var target = file.toAbsolutePath();
        var directory = target.getParent();
        if (directory == null) {
            throw new IOException(file + " is not the name of a file");
        }
        Files.createDirectories(directory);
        var beside = Files.createTempFile(
                directory, "." + target.getFileName(), ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            Files.writeString(beside, text);
            Files.setPosixFilePermissions(beside, permissions);
            force(beside, StandardOpenOption.WRITE);
            Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            force(directory, StandardOpenOption.READ);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static void force(Path path, StandardOpenOption mode) throws IOException {
        try (var channel = FileChannel.open(path, mode)) {
            channel.force(true);
        }
    }
}
