package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.authorization.v1.LocalSubjectAccessReview;
import dev.kcm.model.authorization.v1.NonResourceAttributes;
import dev.kcm.model.authorization.v1.ResourceAttributes;
import dev.kcm.model.authorization.v1.SubjectAccessReviewSpec;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.ObjectMeta;
import java.util.Optional;

/// Validates what a review asks, in upstream's words.
final class AccessReviewValidation {
    private static final String GROUP = "authorization.k8s.io";

    private AccessReviewValidation() {}

    static void validateSelf(
            ObjectMeta metadata, Optional<ResourceAttributes> resource, Optional<NonResourceAttributes> path) {
        var errors = new FieldErrors();
        validate(resource, path, errors);
        requireEmpty(metadata, "must be empty", errors);
        errors.throwIfAny(GROUP);
    }

    static void validate(ObjectMeta metadata, SubjectAccessReviewSpec spec) {
        var errors = new FieldErrors();
        validate(spec, errors);
        requireEmpty(metadata, "must be empty", errors);
        errors.throwIfAny(GROUP);
    }

    /// Whoever may review the access in one namespace learns nothing of others.
    static void validate(LocalSubjectAccessReview review) {
        var errors = new FieldErrors();
        var spec = review.spec();
        validate(spec, errors);
        requireEmpty(review.metadata().withNamespace(""), "must be empty except for namespace", errors);
        spec.resourceAttributes()
                .filter(attributes -> !attributes.namespace().equals(review.namespace()))
                .ifPresent(attributes -> errors.invalid(
                        new FieldPath("spec.resourceAttributes.namespace"),
                        attributes.namespace(),
                        "must match metadata.namespace"));
        spec.nonResourceAttributes()
                .ifPresent(attributes -> errors.invalid(
                        new FieldPath("spec.nonResourceAttributes"),
                        shown(attributes),
                        "disallowed on this kind of request"));
        errors.throwIfAny(GROUP);
    }

    private static void validate(SubjectAccessReviewSpec spec, FieldErrors errors) {
        validate(spec.resourceAttributes(), spec.nonResourceAttributes(), errors);
        if (spec.user().isEmpty() && spec.groups().isEmpty()) {
            errors.invalid(FieldPath.SPEC.child("user"), "", "at least one of user or group must be specified");
        }
    }

    private static void validate(
            Optional<ResourceAttributes> resource, Optional<NonResourceAttributes> path, FieldErrors errors) {
        if (resource.isPresent() && path.isPresent()) {
            errors.invalid(
                    FieldPath.SPEC.child("nonResourceAttributes"),
                    shown(path.get()),
                    "cannot be specified in combination with resourceAttributes");
        }
        if (resource.isEmpty() && path.isEmpty()) {
            errors.invalid(
                    FieldPath.SPEC.child("resourceAttributes"),
                    Json.NULL,
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
    }

    /// As Go shows its own form of them.
    private static Json shown(NonResourceAttributes attributes) {
        return Json.object("Path", Json.of(attributes.path())).with("Verb", attributes.verb());
    }

    private static void requireEmpty(ObjectMeta metadata, String problem, FieldErrors errors) {
        if (!metadata.equals(ObjectMeta.EMPTY)) {
            errors.invalid(FieldPath.METADATA, metadata, problem);
        }
    }
}
