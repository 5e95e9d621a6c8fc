package dev.kcm.apiserver.strategy.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// The words are those of a real API server.
class RoleStrategiesTest {
    @Test
    void a_rule_says_what_may_be_done_with_what() {
        var role = Role.ROLES.decodeJson(bytes("""
            {"rules": [{"verbs": [], "resources": ["pods"]},
              {"verbs": ["get"], "apiGroups": [""], "nonResourceURLs": ["/x"]}]}
            """));
        var errors = new FieldErrors();
        RoleStrategy.STRATEGY.validate(role, errors);
        assertThatThrownBy(() -> errors.throwIfAny(Role.ROLES, "odd"))
                .hasMessageContaining("[rules[0].verbs: Required value: verbs must contain at least one value,"
                        + " rules[0].apiGroups: Required value: resource rules must supply"
                        + " at least one api group, rules[1].nonResourceURLs: Invalid"
                        + " value: [\"/x\"]: namespaced rules cannot apply to non-resource"
                        + " URLs, rules[1].nonResourceURLs: Invalid value: [\"/x\"]: rules"
                        + " cannot apply to both regular resources and non-resource URLs]");
    }

    @Test
    void a_binding_names_a_role_and_subjects_there_are() {
        var binding = RoleBinding.ROLE_BINDINGS.decodeJson(bytes("""
            {"roleRef": {"kind": "Nope", "name": "", "apiGroup": "x"},
             "subjects": [{"kind": "User", "name": ""},
               {"kind": "ServiceAccount", "name": "a", "apiGroup": "x"},
               {"kind": "Robot", "name": "a"}]}
            """));
        var errors = new FieldErrors();
        RoleBindingStrategy.STRATEGY.validate(RoleBindingStrategy.STRATEGY.defaulted(binding), errors);
        assertThatThrownBy(() -> errors.throwIfAny(RoleBinding.ROLE_BINDINGS, "odd"))
                .hasMessageContaining("[roleRef.apiGroup: Unsupported value: \"x\": supported values:"
                        + " \"rbac.authorization.k8s.io\", roleRef.kind: Unsupported"
                        + " value: \"Nope\": supported values: \"Role\", \"ClusterRole\","
                        + " roleRef.name: Required value, subjects[0].name: Required"
                        + " value, subjects[1].apiGroup: Unsupported value: \"x\":"
                        + " supported values: \"\", subjects[2].kind: Unsupported value:"
                        + " \"Robot\": supported values: \"ServiceAccount\", \"User\","
                        + " \"Group\"]");
    }

    @Test
    void groups_need_not_be_named_and_the_role_stays() {
        var binding = binding("view");
        assertThat(binding.roleRef().apiGroup()).isEqualTo("rbac.authorization.k8s.io");
        assertThat(binding.subjects().getFirst().apiGroup()).isEqualTo("rbac.authorization.k8s.io");
        var errors = new FieldErrors();
        ClusterRoleBindingStrategy.STRATEGY.validateUpdate(binding("edit"), binding, errors);
        assertThatThrownBy(() -> errors.throwIfAny(ClusterRoleBinding.CLUSTER_ROLE_BINDINGS, "all"))
                .hasMessageContaining("cannot change roleRef");
    }

    private static ClusterRoleBinding binding(String role) {
        var text = """
            {"roleRef": {"kind": "ClusterRole", "name": "%s"},
             "subjects": [{"kind": "User", "name": "a"}]}
            """.formatted(role);
        return ClusterRoleBindingStrategy.STRATEGY.defaulted(
                ClusterRoleBinding.CLUSTER_ROLE_BINDINGS.decodeJson(bytes(text)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
