package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.value.Bytes;
import java.util.List;
import java.util.Map;

/// Defaulting, validation and update rules of secrets.
public final class SecretStrategy {
    public static final Strategy<Secret> STRATEGY = Strategy.of(Secret.SECRETS)
            .defaults(SecretStrategy::typed)
            .validation(SecretStrategy::validate)
            .updateValidation((wanted, current, errors) -> {
                validate(wanted, errors);
                FieldValidation.immutable(wanted.type(), current.type(), new FieldPath("type"), errors);
                if (current.immutable().orElse(false)) {
                    DataValidation.unchanged(wanted.data(), current.data(), "data", errors);
                }
            })
            .selectableField("type", Secret::type)
            .build();

    private SecretStrategy() {}

    private static Secret typed(Secret secret) {
        var plain = secret.stringData();
        var typed = secret.type().isEmpty() ? secret.withType("Opaque") : secret;
        if (plain.isEmpty()) {
            return typed;
        }
        var changed = typed.toBuilder().stringData(Map.of());
        plain.forEach((key, text) -> changed.putData(key, Bytes.utf8(text)));
        return changed.build();
    }

    private static void validate(Secret secret, FieldErrors errors) {
        secret.data().keySet().forEach(key -> DataValidation.key(key, "data", errors));
        DataValidation.size(List.of(), secret.data().values(), new FieldPath("data"), errors);
        if (secret.type().equals("kubernetes.io/service-account-token")
                && secret.annotations()
                        .getOrDefault("kubernetes.io/service-account.name", "")
                        .isEmpty()) {
            errors.required(FieldPath.METADATA.child("annotations").key("kubernetes.io/service-account.name"), "");
        }
    }
}
