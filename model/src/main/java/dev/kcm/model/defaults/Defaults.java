package dev.kcm.model.defaults;

import java.util.List;
import java.util.function.UnaryOperator;

/// How values that a request leaves out are filled in.
public final class Defaults {
    private Defaults() {}

    public static String or(String value, String fallback) {
        return value.isEmpty() ? fallback : value;
    }

    public static int or(int value, int fallback) {
        return value == 0 ? fallback : value;
    }

    /// Each item of a list with its defaults.
    public static <T> List<T> all(List<T> items, UnaryOperator<T> defaulting) {
        return items.isEmpty() ? items : items.stream().map(defaulting).toList();
    }
}
