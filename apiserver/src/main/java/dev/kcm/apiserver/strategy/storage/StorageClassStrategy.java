package dev.kcm.apiserver.strategy.storage;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.LabelSelectors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.storage.v1.StorageClass;
import java.util.List;

/// Defaulting, validation and update rules of storage classes. How volumes are made of one does not change; which one
/// is the default, how they are mounted and whether they may grow does.
public final class StorageClassStrategy {
    private static final FieldPath PROVISIONER = new FieldPath("provisioner");
    private static final FieldPath PARAMETERS = new FieldPath("parameters");
    private static final FieldPath RECLAIM_POLICY = new FieldPath("reclaimPolicy");
    private static final FieldPath BINDING_MODE = new FieldPath("volumeBindingMode");

    public static final Strategy<StorageClass> STRATEGY = Strategy.of(StorageClass.STORAGE_CLASSES)
            .defaults(it -> it.toBuilder()
                    .reclaimPolicy(it.reclaimPolicy().orElse("Delete"))
                    .volumeBindingMode(it.volumeBindingMode().orElse("Immediate"))
                    .build())
            .validation(StorageClassStrategy::validate)
            .updateValidation(StorageClassStrategy::validateUpdate)
            .returnsDeletedObject()
            .build();

    private StorageClassStrategy() {}

    private static void validate(StorageClass storageClass, FieldErrors errors) {
        if (storageClass.provisioner().isEmpty()) {
            errors.required(PROVISIONER, "");
        }
        storageClass
                .reclaimPolicy()
                .ifPresent(it -> FieldValidation.supported(it, List.of("Delete", "Retain"), RECLAIM_POLICY, errors));
        storageClass
                .volumeBindingMode()
                .ifPresent(it -> FieldValidation.supported(
                        it, List.of("Immediate", "WaitForFirstConsumer"), BINDING_MODE, errors));
    }

    private static void validateUpdate(StorageClass wanted, StorageClass current, FieldErrors errors) {
        validate(wanted, errors);
        if (!wanted.parameters().equals(current.parameters())) {
            errors.invalid(PARAMETERS, LabelSelectors.shown(wanted.parameters()), "field is immutable");
        }
        FieldValidation.immutable(wanted.provisioner(), current.provisioner(), PROVISIONER, errors);
        FieldValidation.immutable(
                wanted.reclaimPolicy().orElse(""), current.reclaimPolicy().orElse(""), RECLAIM_POLICY, errors);
        FieldValidation.immutable(
                wanted.volumeBindingMode().orElse(""),
                current.volumeBindingMode().orElse(""),
                BINDING_MODE,
                errors);
    }
}
