package dev.kcm.apiserver.strategy.rbac;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.rbac.v1.RoleBinding;
import java.util.List;

/// Defaulting, validation and update rules of role bindings.
public final class RoleBindingStrategy {
    public static final Strategy<RoleBinding> STRATEGY = Strategy.of(RoleBinding.ROLE_BINDINGS)
            .defaults(it -> it.withRoleRef(RoleBindings.defaulted(it.roleRef()))
                    .withSubjects(RoleBindings.defaulted(it.subjects())))
            .nameRule(NameRules::pathSegment)
            .validation((binding, errors) -> {
                RoleBindings.validateRole(binding.roleRef(), List.of("Role", "ClusterRole"), errors);
                RoleBindings.validateSubjects(binding.subjects(), true, errors);
            })
            .updateValidation((wanted, current, errors) -> {
                RoleBindingStrategy.STRATEGY.validate(wanted, errors);
                RoleBindings.immutableRole(wanted.roleRef(), current.roleRef(), errors);
            })
            .build();

    private RoleBindingStrategy() {}
}
