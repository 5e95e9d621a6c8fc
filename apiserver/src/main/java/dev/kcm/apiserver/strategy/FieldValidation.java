package dev.kcm.apiserver.strategy;

import dev.kcm.model.NameRules;
import java.util.List;

/// Checks on single fields that many kinds share, with upstream's messages.
public final class FieldValidation {
    private FieldValidation() {}

    public static void nonNegative(long value, FieldPath path, FieldErrors errors) {
        if (value < 0) {
            errors.invalid(path, value, "must be greater than or equal to 0");
        }
    }

    /// A required name that is a DNS label.
    public static void dnsLabel(String name, FieldPath path, FieldErrors errors) {
        if (name.isEmpty()) {
            errors.required(path, "");
        } else {
            errors.invalid(path, name, NameRules.dnsLabel(name));
        }
    }

    public static void supported(String value, List<String> supported, FieldPath path, FieldErrors errors) {
        if (!supported.contains(value)) {
            errors.unsupported(path, value, supported);
        }
    }

    public static void immutable(Object wanted, Object current, FieldPath path, FieldErrors errors) {
        if (!wanted.equals(current)) {
            errors.invalid(path, wanted, "field is immutable");
        }
    }
}
