package dev.kcm.apiserver.strategy.rbac;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import java.util.List;

/// Defaulting, validation and update rules of cluster role bindings.
public final class ClusterRoleBindingStrategy {
    public static final Strategy<ClusterRoleBinding> STRATEGY = Strategy.of(ClusterRoleBinding.CLUSTER_ROLE_BINDINGS)
            .defaults(it -> it.withRoleRef(RoleBindings.defaulted(it.roleRef()))
                    .withSubjects(RoleBindings.defaulted(it.subjects())))
            .nameRule(NameRules::pathSegment)
            .validation((binding, errors) -> {
                RoleBindings.validateRole(binding.roleRef(), List.of("ClusterRole"), errors);
                RoleBindings.validateSubjects(binding.subjects(), false, errors);
            })
            .updateValidation((wanted, current, errors) -> {
                ClusterRoleBindingStrategy.STRATEGY.validate(wanted, errors);
                RoleBindings.immutableRole(wanted.roleRef(), current.roleRef(), errors);
            })
            .build();

    private ClusterRoleBindingStrategy() {}
}
