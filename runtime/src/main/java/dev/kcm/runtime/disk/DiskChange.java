package dev.kcm.runtime.disk;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// One change on the program's own disk. To make it again changes nothing.
public sealed interface DiskChange {
    Path path();

    /// A line for people.
    String describe();

    void make() throws IOException;

    /// A directory that its owner may write and its group may read, and those above it that are missing.
    record CreateDirectory(Path path) implements DiskChange {
        @Override
        public String describe() {
            return "create directory " + path;
        }

        @Override
        public void make() throws IOException {
            var permissions = PosixFilePermissions.fromString("rwxr-x---");
            Files.createDirectories(path, PosixFilePermissions.asFileAttribute(permissions));
        }
    }

    /// A file or directory with all that is in it. Links are deleted, never followed.
    record DeleteTree(Path path) implements DiskChange {
        @Override
        public String describe() {
            return "delete directory " + path;
        }

        @Override
        public void make() throws IOException {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.walkFileTree(path, new Deletion());
            }
        }

        private static final class Deletion extends SimpleFileVisitor<Path> {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        }
    }
}
