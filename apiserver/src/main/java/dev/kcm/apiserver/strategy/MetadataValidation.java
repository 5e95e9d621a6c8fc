package dev.kcm.apiserver.strategy;

import dev.kcm.model.KubeObject;
import dev.kcm.model.NameRules;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.List;
import java.util.Map;

/// What holds for the metadata of every object.
public final class MetadataValidation {
    private static final int MOST_ANNOTATION_BYTES = 256 * 1024;
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";

    private MetadataValidation() {}

    /// Checks the metadata of a new or changed object against the strategy of its kind.
    public static <T extends KubeObject> void validate(T object, Strategy<T> strategy, FieldErrors errors) {
        var metadata = object.metadata();
        if (metadata.name().isEmpty()) {
            errors.required(FieldPath.METADATA.child("name"), "name or generateName is required");
        } else {
            errors.invalid(FieldPath.METADATA.child("name"), metadata.name(), strategy.nameErrors(metadata.name()));
        }
        labels(metadata.labels(), FieldPath.METADATA.child("labels"), errors);
        annotations(metadata.annotations(), errors);
        owners(metadata.ownerReferences(), errors);
        finalizers(metadata.finalizers(), errors);
    }

    /// Checks what an update did to the metadata.
    public static void validateUpdate(ObjectMeta wanted, ObjectMeta current, FieldErrors errors) {
        if (current.deletionTimestamp().isPresent()) {
            var added = wanted.finalizers().stream()
                    .filter(each -> !current.finalizers().contains(each))
                    .sorted()
                    .toList();
            if (!added.isEmpty()) {
                errors.forbidden(
                        FieldPath.METADATA.child("finalizers"),
                        "no new finalizers can be added if the object is being deleted, found new"
                                + " finalizers []string{"
                                + quoted(added)
                                + "}");
            }
        }
        FieldValidation.immutable(wanted.name(), current.name(), FieldPath.METADATA.child("name"), errors);
        FieldValidation.immutable(
                wanted.namespace(), current.namespace(), FieldPath.METADATA.child("namespace"), errors);
        FieldValidation.immutable(wanted.uid(), current.uid(), FieldPath.METADATA.child("uid"), errors);
    }

    /// Checks a map of labels anywhere in an object.
    public static void labels(Map<String, String> labels, FieldPath path, FieldErrors errors) {
        labels.forEach((key, value) -> {
            errors.invalid(path, key, NameRules.labelKey(key));
            errors.invalid(path, value, NameRules.labelValue(value));
        });
    }

    private static void annotations(Map<String, String> annotations, FieldErrors errors) {
        var path = FieldPath.METADATA.child("annotations");
        long size = 0;
        for (var entry : annotations.entrySet()) {
            errors.invalid(path, entry.getKey(), NameRules.labelKey(entry.getKey()));
            size += (long) entry.getKey().length() + entry.getValue().length();
        }
        if (size > MOST_ANNOTATION_BYTES) {
            errors.tooLong(path, MOST_ANNOTATION_BYTES);
        }
    }

    private static void owners(List<OwnerReference> owners, FieldErrors errors) {
        var path = FieldPath.METADATA.child("ownerReferences");
        var controller = "";
        for (int i = 0; i < owners.size(); i++) {
            var owner = owners.get(i);
            var here = path.index(i);
            require(owner.apiVersion(), here.child("apiVersion"), "version", errors);
            require(owner.kind(), here.child("kind"), "kind", errors);
            require(owner.name(), here.child("name"), "name", errors);
            require(owner.uid(), here.child("uid"), "uid", errors);
            if (owner.controller().orElse(false)) {
                if (!controller.isEmpty()) {
                    errors.invalid(
                            path,
                            owners,
                            ("Only one reference can have Controller set to true. Found \"true\" in"
                                            + " references for %s and %s")
                                    .formatted(controller, owner.kind() + "/" + owner.name()));
                }
                controller = owner.kind() + "/" + owner.name();
            }
        }
    }

    private static void finalizers(List<String> finalizers, FieldErrors errors) {
        var path = FieldPath.METADATA.child("finalizers");
        for (var finalizer : finalizers) {
            errors.invalid(path, finalizer, NameRules.labelKey(finalizer));
            if (!finalizer.contains("/")
                    && !finalizer.equals(ORPHAN)
                    && !finalizer.equals(FOREGROUND)
                    && !finalizer.equals("kubernetes")) {
                errors.invalid(path, finalizer, "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
        if (finalizers.contains(ORPHAN) && finalizers.contains(FOREGROUND)) {
            errors.invalid(
                    path,
                    "[" + quoted(finalizers).replace(", ", ",") + "]",
                    "finalizer orphan and foregroundDeletion cannot be both set");
        }
    }

    private static void require(String value, FieldPath path, String what, FieldErrors errors) {
        if (value.isEmpty()) {
            errors.invalid(path, value, what + " must not be empty");
        }
    }

    private static String quoted(List<String> texts) {
        return String.join(", ", texts.stream().map(text -> '"' + text + '"').toList());
    }
}
