package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.base.text.UnifiedDiff;
import dev.kcm.model.NameRules;
import dev.kcm.model.json.IndentedJson;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.value.Quantity;
import java.util.List;
import java.util.function.Consumer;

/// Checks that volumes and claims share, with upstream's messages.
final class VolumeValidation {
    static final String STORAGE = "storage";

    private static final String INDENT = "  ";

    private static final String ONE_POD = "ReadWriteOncePod";
    private static final List<String> ACCESS_MODES = List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", ONE_POD);
    private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");

    private VolumeValidation() {}

    static void accessModes(List<String> modes, FieldPath path, FieldErrors errors) {
        modes.forEach(mode -> FieldValidation.supported(mode, ACCESS_MODES, path, errors));
        if (modes.contains(ONE_POD)
                && modes.stream().anyMatch(mode -> !mode.equals(ONE_POD) && ACCESS_MODES.contains(mode))) {
            errors.forbidden(path, "may not use ReadWriteOncePod with other access modes");
        }
    }

    static void volumeMode(String mode, FieldErrors errors) {
        FieldValidation.supported(mode, VOLUME_MODES, FieldPath.SPEC.child("volumeMode"), errors);
    }

    static void className(String name, FieldPath path, FieldErrors errors) {
        if (!name.isEmpty()) {
            errors.invalid(path, name, NameRules.dnsSubdomain(name));
        }
    }

    static void positive(Quantity quantity, FieldPath path, FieldErrors errors) {
        if (quantity.signum() <= 0) {
            errors.invalid(path, quantity.toString(), "must be greater than zero");
        }
    }

    /// How two values differ, line by line.
    static String diff(Consumer<JsonWriter> current, Consumer<JsonWriter> wanted) {
        return UnifiedDiff.of(lines(current), lines(wanted));
    }

    /// The fields that a value has.
    static JsonObject fields(Consumer<JsonWriter> encoding) {
        var out = new JsonWriter(512);
        encoding.accept(out);
        return (JsonObject) Json.parse(out.toBytes());
    }

    private static List<String> lines(Consumer<JsonWriter> encoding) {
        return IndentedJson.of(fields(encoding).toText(), INDENT).lines().toList();
    }
}
