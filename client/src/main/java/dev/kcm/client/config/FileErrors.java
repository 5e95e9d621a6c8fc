package dev.kcm.client.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// Why a file cannot be read: the JDK's messages are often only the file's name.
final class FileErrors {
    private FileErrors() {}

    static String of(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
