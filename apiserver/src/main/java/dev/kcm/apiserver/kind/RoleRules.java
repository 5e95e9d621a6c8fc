package dev.kcm.apiserver.kind;

import dev.kcm.model.KubeObject;
import dev.kcm.model.NameRules;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import dev.kcm.model.rbac.v1.RoleRef;
import dev.kcm.model.rbac.v1.Subject;
import java.util.List;

/// Roles and who has them.
final class RoleRules {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final FieldPath ROLE = new FieldPath("roleRef");

    static final Strategy<Role> ROLES = named(Role.ROLES)
            .validation((role, problems) -> validate(role.rules(), true, problems))
            .build();

    static final Strategy<ClusterRole> CLUSTER_ROLES = named(ClusterRole.CLUSTER_ROLES)
            .validation((role, problems) -> validate(role.rules(), false, problems))
            .build();

    static final Strategy<RoleBinding> ROLE_BINDINGS = named(RoleBinding.ROLE_BINDINGS)
            .defaults(it -> it.withRoleRef(defaulted(it.roleRef())).withSubjects(defaulted(it.subjects())))
            .validation((binding, problems) -> {
                validate(binding.roleRef(), List.of("Role", "ClusterRole"), problems);
                validate(binding.subjects(), problems, true);
            })
            .updateValidation((wanted, current, problems) -> {
                RoleRules.ROLE_BINDINGS.validate(wanted, problems);
                unchanged(wanted.roleRef(), current.roleRef(), problems);
            })
            .build();

    static final Strategy<ClusterRoleBinding> CLUSTER_ROLE_BINDINGS = named(ClusterRoleBinding.CLUSTER_ROLE_BINDINGS)
            .defaults(it -> it.withRoleRef(defaulted(it.roleRef())).withSubjects(defaulted(it.subjects())))
            .validation((binding, problems) -> {
                validate(binding.roleRef(), List.of("ClusterRole"), problems);
                validate(binding.subjects(), problems, false);
            })
            .updateValidation((wanted, current, problems) -> {
                RoleRules.CLUSTER_ROLE_BINDINGS.validate(wanted, problems);
                unchanged(wanted.roleRef(), current.roleRef(), problems);
            })
            .build();

    private RoleRules() {}

    private static <T extends KubeObject> Strategy.Builder<T> named(Resource<T> resource) {
        return Strategy.of(resource).nameRule(NameRules::pathSegment);
    }

    private static RoleRef defaulted(RoleRef role) {
        return role.withApiGroup(PodDefaults.or(role.apiGroup(), GROUP));
    }

    private static List<Subject> defaulted(List<Subject> subjects) {
        return subjects.stream()
                .map(subject -> subject.kind().equals("User") || subject.kind().equals("Group")
                        ? subject.withApiGroup(PodDefaults.or(subject.apiGroup(), GROUP))
                        : subject)
                .toList();
    }

    private static void validate(List<PolicyRule> rules, boolean isNamespaced, FieldErrors problems) {
        for (int i = 0; i < rules.size(); i++) {
            validate(rules.get(i), isNamespaced, new FieldPath("rules").index(i), problems);
        }
    }

    private static void validate(PolicyRule rule, boolean isNamespaced, FieldPath path, FieldErrors problems) {
        if (rule.verbs().isEmpty()) {
            problems.required(path.child("verbs"), "verbs must contain at least one value");
        }
        if (!rule.nonResourceURLs().isEmpty()) {
            validateUrls(rule, isNamespaced, path.child("nonResourceURLs"), problems);
            return;
        }
        if (rule.apiGroups().isEmpty()) {
            problems.required(path.child("apiGroups"), "resource rules must supply at least one api group");
        }
        if (rule.resources().isEmpty()) {
            problems.required(path.child("resources"), "resource rules must supply at least one resource");
        }
    }

    private static void validateUrls(PolicyRule rule, boolean isNamespaced, FieldPath path, FieldErrors problems) {
        var urls = Json.array(rule.nonResourceURLs().stream().map(Json::of).toList());
        if (isNamespaced) {
            problems.invalid(path, urls, "namespaced rules cannot apply to non-resource URLs");
        }
        if (!rule.apiGroups().isEmpty()
                || !rule.resources().isEmpty()
                || !rule.resourceNames().isEmpty()) {
            problems.invalid(path, urls, "rules cannot apply to both regular resources and non-resource URLs");
        }
    }

    private static void validate(RoleRef role, List<String> kinds, FieldErrors problems) {
        PodValidation.supported(role.apiGroup(), List.of(GROUP), ROLE.child("apiGroup"), problems);
        PodValidation.supported(role.kind(), kinds, ROLE.child("kind"), problems);
        if (role.name().isEmpty()) {
            problems.required(ROLE.child("name"), "");
        } else {
            problems.invalid(ROLE.child("name"), role.name(), NameRules.pathSegment(role.name()));
        }
    }

    private static void validate(List<Subject> subjects, FieldErrors problems, boolean isNamespaced) {
        for (int i = 0; i < subjects.size(); i++) {
            validate(subjects.get(i), isNamespaced, new FieldPath("subjects").index(i), problems);
        }
    }

    private static void validate(Subject subject, boolean isNamespaced, FieldPath path, FieldErrors problems) {
        var group = path.child("apiGroup");
        if (subject.name().isEmpty()) {
            problems.required(path.child("name"), "");
        }
        switch (subject.kind()) {
            case "ServiceAccount" -> {
                if (!subject.name().isEmpty()) {
                    problems.invalid(path.child("name"), subject.name(), NameRules.dnsSubdomain(subject.name()));
                }
                PodValidation.supported(subject.apiGroup(), List.of(""), group, problems);
                if (!isNamespaced && subject.namespace().isEmpty()) {
                    problems.required(path.child("namespace"), "");
                }
            }
            case "User", "Group" -> PodValidation.supported(subject.apiGroup(), List.of(GROUP), group, problems);
            default ->
                problems.unsupported(path.child("kind"), subject.kind(), List.of("ServiceAccount", "User", "Group"));
        }
    }

    /// A binding is about one role; another role wants another binding.
    private static void unchanged(RoleRef wanted, RoleRef current, FieldErrors problems) {
        if (!wanted.equals(current)) {
            problems.invalid(
                    ROLE,
                    Json.object("APIGroup", Json.of(wanted.apiGroup()))
                            .with("Kind", wanted.kind())
                            .with("Name", wanted.name()),
                    "cannot change roleRef");
        }
    }
}
