package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.ConfigMap;

/// Defaulting, validation and update rules of config maps.
public final class ConfigMapStrategy {
    public static final Strategy<ConfigMap> STRATEGY = Strategy.of(ConfigMap.CONFIG_MAPS)
            .validation(ConfigMapStrategy::validate)
            .updateValidation((wanted, current, errors) -> {
                validate(wanted, errors);
                if (current.immutable().orElse(false)) {
                    DataValidation.unchanged(wanted.data(), current.data(), "data", errors);
                    DataValidation.unchanged(wanted.binaryData(), current.binaryData(), "binaryData", errors);
                }
            })
            .build();

    private ConfigMapStrategy() {}

    private static void validate(ConfigMap map, FieldErrors errors) {
        map.data().keySet().forEach(key -> DataValidation.key(key, "data", errors));
        map.binaryData().keySet().forEach(key -> DataValidation.key(key, "binaryData", errors));
        DataValidation.size(map.data().values(), map.binaryData().values(), new FieldPath("[]"), errors);
    }
}
