package dev.kcm.apiserver.strategy.rbac;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.json.Json;
import dev.kcm.model.rbac.v1.PolicyRule;
import java.util.List;

/// The checks on the rules of a role.
final class PolicyRuleValidation {
    private PolicyRuleValidation() {}

    static void validate(List<PolicyRule> rules, boolean isNamespaced, FieldErrors errors) {
        for (int i = 0; i < rules.size(); i++) {
            validate(rules.get(i), isNamespaced, new FieldPath("rules").index(i), errors);
        }
    }

    private static void validate(PolicyRule rule, boolean isNamespaced, FieldPath path, FieldErrors errors) {
        if (rule.verbs().isEmpty()) {
            errors.required(path.child("verbs"), "verbs must contain at least one value");
        }
        if (!rule.nonResourceURLs().isEmpty()) {
            validateUrls(rule, isNamespaced, path.child("nonResourceURLs"), errors);
            return;
        }
        if (rule.apiGroups().isEmpty()) {
            errors.required(path.child("apiGroups"), "resource rules must supply at least one api group");
        }
        if (rule.resources().isEmpty()) {
            errors.required(path.child("resources"), "resource rules must supply at least one resource");
        }
    }

    private static void validateUrls(PolicyRule rule, boolean isNamespaced, FieldPath path, FieldErrors errors) {
        var urls = Json.array(rule.nonResourceURLs().stream().map(Json::of).toList());
        if (isNamespaced) {
            errors.invalid(path, urls, "namespaced rules cannot apply to non-resource URLs");
        }
        if (!rule.apiGroups().isEmpty()
                || !rule.resources().isEmpty()
                || !rule.resourceNames().isEmpty()) {
            errors.invalid(path, urls, "rules cannot apply to both regular resources and non-resource URLs");
        }
    }
}
