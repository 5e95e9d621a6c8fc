package dev.kcm.controllers.workload.job;

import java.util.OptionalInt;

/// Numbers in annotations and index lists, which anyone may have written.
final class AnnotationNumbers {
    private AnnotationNumbers() {}

    /// A whole number from 0 to the largest int; empty for anything else.
    static OptionalInt parse(String text) {
        if (!text.matches("\\+?[0-9]{1,18}")) {
            return OptionalInt.empty();
        }
        long number = Long.parseLong(text);
        return number <= Integer.MAX_VALUE ? OptionalInt.of((int) number) : OptionalInt.empty();
    }
}
