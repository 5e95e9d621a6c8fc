package dev.kcm.apiserver.strategy.rbac;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.NameRules;
import dev.kcm.model.rbac.v1.ClusterRole;

/// Defaulting, validation and update rules of cluster roles.
public final class ClusterRoleStrategy {
    public static final Strategy<ClusterRole> STRATEGY = Strategy.of(ClusterRole.CLUSTER_ROLES)
            .nameRule(NameRules::pathSegment)
            .validation((role, errors) -> PolicyRuleValidation.validate(role.rules(), false, errors))
            .build();

    private ClusterRoleStrategy() {}
}
