package dev.kcm.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Writes files that nobody else can ever read, all of it or nothing, also when the power fails.
public final class PrivateFile {
    private static final String OWNER_ONLY = "rw-------";

    /// Writes the content of a file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    private PrivateFile() {}

    /// Puts a file in the place of one of that name.
    public static void write(Path file, Content content) throws IOException {
        var target = file.toAbsolutePath();
        var beside = target.resolveSibling("." + target.getFileName() + ".new");
        Files.deleteIfExists(beside);
        try (var channel = FileChannel.open(
                beside,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)))) {
            content.writeTo(Channels.newOutputStream(channel));
            channel.force(true);
            rename(beside, target);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /// Gives a file another name in the same directory, in the place of one that has it.
    public static void rename(Path file, Path target) throws IOException {
        Files.move(file, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        try (var names = FileChannel.open(target.toAbsolutePath().resolveSibling("."), StandardOpenOption.READ)) {
            names.force(true);
        }
    }
}
