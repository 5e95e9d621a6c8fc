package dev.kcm.apiserver.strategy.rbac;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.model.NameRules;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.json.Json;
import dev.kcm.model.rbac.v1.RoleRef;
import dev.kcm.model.rbac.v1.Subject;
import java.util.List;

/// What role bindings and cluster role bindings share: defaults and checks of role reference and subjects.
final class RoleBindings {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final FieldPath ROLE = new FieldPath("roleRef");

    private RoleBindings() {}

    static RoleRef defaulted(RoleRef role) {
        return role.withApiGroup(Defaults.or(role.apiGroup(), GROUP));
    }

    static List<Subject> defaulted(List<Subject> subjects) {
        return subjects.stream()
                .map(subject -> subject.kind().equals("User") || subject.kind().equals("Group")
                        ? subject.withApiGroup(Defaults.or(subject.apiGroup(), GROUP))
                        : subject)
                .toList();
    }

    static void validateRole(RoleRef role, List<String> kinds, FieldErrors errors) {
        FieldValidation.supported(role.apiGroup(), List.of(GROUP), ROLE.child("apiGroup"), errors);
        FieldValidation.supported(role.kind(), kinds, ROLE.child("kind"), errors);
        if (role.name().isEmpty()) {
            errors.required(ROLE.child("name"), "");
        } else {
            errors.invalid(ROLE.child("name"), role.name(), NameRules.pathSegment(role.name()));
        }
    }

    static void validateSubjects(List<Subject> subjects, boolean isNamespaced, FieldErrors errors) {
        for (int i = 0; i < subjects.size(); i++) {
            validate(subjects.get(i), isNamespaced, new FieldPath("subjects").index(i), errors);
        }
    }

    private static void validate(Subject subject, boolean isNamespaced, FieldPath path, FieldErrors errors) {
        var group = path.child("apiGroup");
        if (subject.name().isEmpty()) {
            errors.required(path.child("name"), "");
        }
        switch (subject.kind()) {
            case "ServiceAccount" -> {
                if (!subject.name().isEmpty()) {
                    errors.invalid(path.child("name"), subject.name(), NameRules.dnsSubdomain(subject.name()));
                }
                FieldValidation.supported(subject.apiGroup(), List.of(""), group, errors);
                if (!isNamespaced && subject.namespace().isEmpty()) {
                    errors.required(path.child("namespace"), "");
                }
            }
            case "User", "Group" -> FieldValidation.supported(subject.apiGroup(), List.of(GROUP), group, errors);
            default ->
                errors.unsupported(path.child("kind"), subject.kind(), List.of("ServiceAccount", "User", "Group"));
        }
    }

    /// A binding keeps its role; another role needs another binding.
    static void immutableRole(RoleRef wanted, RoleRef current, FieldErrors errors) {
        if (!wanted.equals(current)) {
            errors.invalid(
                    ROLE,
                    Json.object("APIGroup", Json.of(wanted.apiGroup()))
                            .with("Kind", wanted.kind())
                            .with("Name", wanted.name()),
                    "cannot change roleRef");
        }
    }
}
