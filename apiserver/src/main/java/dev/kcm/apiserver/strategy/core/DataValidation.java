package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.value.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/// The checks on the data of config maps and secrets.
final class DataValidation {
    private static final int MOST_BYTES = 1 << 20;

    private DataValidation() {}

    static void key(String key, String field, FieldErrors errors) {
        var isPlain = !key.isEmpty() && key.length() <= 253;
        for (int i = 0; i < key.length(); i++) {
            char letter = key.charAt(i);
            isPlain &= (letter < 128 && Character.isLetterOrDigit(letter)) || "-_.".indexOf(letter) >= 0;
        }
        if (!isPlain) {
            errors.invalid(
                    new FieldPath(field).key(key),
                    key,
                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
                            + " (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for"
                            + " validation is '[-._a-zA-Z0-9]+')");
        }
    }

    /// Values may have a mebibyte together; their keys do not count.
    static void size(Collection<String> texts, Collection<Bytes> bytes, FieldPath path, FieldErrors errors) {
        long all = texts.stream()
                        .mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length)
                        .sum()
                + bytes.stream().mapToLong(Bytes::length).sum();
        if (all > MOST_BYTES) {
            errors.tooLong(path, MOST_BYTES);
        }
    }

    static void unchanged(Object wanted, Object current, String field, FieldErrors errors) {
        if (!wanted.equals(current)) {
            errors.forbidden(new FieldPath(field), "field is immutable when `immutable` is set");
        }
    }
}
