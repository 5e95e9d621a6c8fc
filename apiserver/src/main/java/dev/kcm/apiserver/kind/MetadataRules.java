package dev.kcm.apiserver.kind;

import dev.kcm.model.KubeObject;
import dev.kcm.model.NameRules;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.List;
import java.util.Map;

/// What holds for the metadata of every object.
public final class MetadataRules {
    private static final int MOST_ANNOTATION_BYTES = 256 * 1024;
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";

    private MetadataRules() {}

    /// Checks the metadata of a new or changed object against the rules of its kind.
    public static <T extends KubeObject> void validate(T object, Strategy<T> rules, FieldErrors problems) {
        var metadata = object.metadata();
        if (metadata.name().isEmpty()) {
            problems.required(FieldPath.METADATA.child("name"), "name or generateName is required");
        } else {
            problems.invalid(FieldPath.METADATA.child("name"), metadata.name(), rules.nameProblems(metadata.name()));
        }
        labels(metadata.labels(), FieldPath.METADATA.child("labels"), problems);
        annotations(metadata.annotations(), problems);
        owners(metadata.ownerReferences(), problems);
        finalizers(metadata.finalizers(), problems);
    }

    /// Checks what an update did to the metadata.
    public static void validateUpdate(ObjectMeta wanted, ObjectMeta current, FieldErrors problems) {
        if (current.deletionTimestamp().isPresent()) {
            var added = wanted.finalizers().stream()
                    .filter(each -> !current.finalizers().contains(each))
                    .sorted()
                    .toList();
            if (!added.isEmpty()) {
                problems.forbidden(
                        FieldPath.METADATA.child("finalizers"),
                        "no new finalizers can be added if the object is being deleted, found new"
                                + " finalizers []string{"
                                + quoted(added)
                                + "}");
            }
        }
        immutable(wanted.name(), current.name(), "name", problems);
        immutable(wanted.namespace(), current.namespace(), "namespace", problems);
        immutable(wanted.uid(), current.uid(), "uid", problems);
    }

    /// Checks a map of labels anywhere in an object.
    public static void labels(Map<String, String> labels, FieldPath path, FieldErrors problems) {
        labels.forEach((key, value) -> {
            problems.invalid(path, key, NameRules.labelKey(key));
            problems.invalid(path, value, NameRules.labelValue(value));
        });
    }

    private static void annotations(Map<String, String> annotations, FieldErrors problems) {
        var path = FieldPath.METADATA.child("annotations");
        long size = 0;
        for (var entry : annotations.entrySet()) {
            problems.invalid(path, entry.getKey(), NameRules.labelKey(entry.getKey()));
            size += (long) entry.getKey().length() + entry.getValue().length();
        }
        if (size > MOST_ANNOTATION_BYTES) {
            problems.tooLong(path, MOST_ANNOTATION_BYTES);
        }
    }

    private static void owners(List<OwnerReference> owners, FieldErrors problems) {
        var path = FieldPath.METADATA.child("ownerReferences");
        var controller = "";
        for (int i = 0; i < owners.size(); i++) {
            var owner = owners.get(i);
            var here = path.index(i);
            require(owner.apiVersion(), here.child("apiVersion"), "version", problems);
            require(owner.kind(), here.child("kind"), "kind", problems);
            require(owner.name(), here.child("name"), "name", problems);
            require(owner.uid(), here.child("uid"), "uid", problems);
            if (owner.controller().orElse(false)) {
                if (!controller.isEmpty()) {
                    problems.invalid(
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

    private static void finalizers(List<String> finalizers, FieldErrors problems) {
        var path = FieldPath.METADATA.child("finalizers");
        for (var finalizer : finalizers) {
            problems.invalid(path, finalizer, NameRules.labelKey(finalizer));
            if (!finalizer.contains("/")
                    && !finalizer.equals(ORPHAN)
                    && !finalizer.equals(FOREGROUND)
                    && !finalizer.equals("kubernetes")) {
                problems.invalid(
                        path, finalizer, "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
        if (finalizers.contains(ORPHAN) && finalizers.contains(FOREGROUND)) {
            problems.invalid(
                    path,
                    "[" + quoted(finalizers).replace(", ", ",") + "]",
                    "finalizer orphan and foregroundDeletion cannot be both set");
        }
    }

    private static void require(String value, FieldPath path, String what, FieldErrors problems) {
        if (value.isEmpty()) {
            problems.invalid(path, value, what + " must not be empty");
        }
    }

    private static void immutable(String wanted, String current, String field, FieldErrors problems) {
        if (!wanted.equals(current)) {
            problems.invalid(FieldPath.METADATA.child(field), wanted, "field is immutable");
        }
    }

    private static String quoted(List<String> texts) {
        return String.join(", ", texts.stream().map(text -> '"' + text + '"').toList());
    }
}
