package dev.kcm.apiserver.strategy.storage;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// Validation and update rules of classes of volume attributes. What one says does not change: whoever wants others
/// makes another class.
public final class VolumeAttributesClassStrategy {
    private static final FieldPath DRIVER_NAME = new FieldPath("driverName");
    private static final FieldPath PARAMETERS = new FieldPath("parameters");
    private static final int MOST_PARAMETERS = 512;
    private static final int MOST_BYTES = 256 * 1024;

    public static final Strategy<VolumeAttributesClass> STRATEGY = Strategy.of(
                    VolumeAttributesClass.VOLUME_ATTRIBUTES_CLASSES)
            .validation(VolumeAttributesClassStrategy::validate)
            .updateValidation(VolumeAttributesClassStrategy::validateUpdate)
            .returnsDeletedObject()
            .build();

    private VolumeAttributesClassStrategy() {}

    private static void validate(VolumeAttributesClass wanted, FieldErrors errors) {
        var driver = wanted.driverName();
        if (driver.isEmpty()) {
            errors.required(DRIVER_NAME, "");
        } else {
            var lowerCase = driver.toLowerCase(Locale.ROOT);
            errors.invalid(DRIVER_NAME, lowerCase, NameRules.labelKey(lowerCase));
        }
        validate(wanted.parameters(), errors);
    }

    private static void validate(Map<String, String> parameters, FieldErrors errors) {
        if (parameters.isEmpty()) {
            errors.required(PARAMETERS, "must contain at least one key/value pair");
        }
        if (parameters.size() > MOST_PARAMETERS) {
            errors.tooLong(PARAMETERS, MOST_PARAMETERS);
            return;
        }
        if (parameters.containsKey("")) {
            errors.invalid(PARAMETERS, "", "field can not be empty.");
        }
        long bytes = parameters.entrySet().stream()
                .mapToLong(it -> length(it.getKey()) + length(it.getValue()))
                .sum();
        if (bytes > MOST_BYTES) {
            errors.tooLong(PARAMETERS, MOST_BYTES);
        }
    }

    private static long length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void validateUpdate(
            VolumeAttributesClass wanted, VolumeAttributesClass current, FieldErrors errors) {
        if (!wanted.driverName().equals(current.driverName())) {
            errors.forbidden(DRIVER_NAME, "updates to driverName are forbidden.");
        }
        if (!wanted.parameters().equals(current.parameters())) {
            errors.forbidden(PARAMETERS, "updates to parameters are forbidden.");
        }
        validate(wanted, errors);
    }
}
