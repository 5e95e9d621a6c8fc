package dev.kcm.apiserver.store.log;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/// What went wrong, for people: the JDK's messages are often only the name of a file.
final class FailureText {
    private FailureText() {}

    static String of(Throwable failure) {
        return switch (failure) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "there is no such file";
            case FileSystemException problem when problem.getReason() != null -> problem.getReason();
            case OutOfMemoryError _ -> "out of memory (" + failure.getMessage() + ")";
            case StackOverflowError _ -> "an object is nested too deeply (stack overflow)";
            case IOException _ -> Objects.requireNonNullElse(failure.getMessage(), failure.toString());
            default -> failure.toString();
        };
    }
}
