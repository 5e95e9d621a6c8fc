package dev.kcm.apiserver.strategy.rbac;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.rbac.v1.Role;

/// Defaulting, validation and update rules of roles.
public final class RoleStrategy {
    public static final Strategy<Role> STRATEGY = Strategy.of(Role.ROLES)
            .nameRule(NameRules::pathSegment)
            .validation((role, errors) -> PolicyRuleValidation.validate(role.rules(), true, errors))
            .build();

    private RoleStrategy() {}
}
