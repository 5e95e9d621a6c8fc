package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.ScopeSelector;
import dev.kcm.model.core.v1.ScopedResourceSelectorRequirement;
import dev.kcm.model.selector.Operator;
import dev.kcm.model.selector.Requirement;
import dev.kcm.model.selector.SelectorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What an object must be for a quota to be about it. A quota without scopes is about everything.
///
/// @param all those of its list, which ask that something exists, and those of its selector
record Scopes(List<ScopedResourceSelectorRequirement> all) {
    private static final String EXISTS = "Exists";

    static Scopes of(ResourceQuota quota) {
        var all = new ArrayList<ScopedResourceSelectorRequirement>();
        for (var name : quota.spec().scopes()) {
            all.add(ScopedResourceSelectorRequirement.builder()
                    .scopeName(name)
                    .operator(EXISTS)
                    .build());
        }
        all.addAll(quota.spec()
                .scopeSelector()
                .map(ScopeSelector::matchExpressions)
                .orElseGet(List::of));
        return new Scopes(List.copyOf(all));
    }

    boolean hold(Predicate<ScopedResourceSelectorRequirement> isIn) {
        return all.stream().allMatch(isIn);
    }

    /// Whether a scope that is about the name of something allows one of these, or that there is
    /// none. One that nobody can read allows nothing.
    static boolean allows(ScopedResourceSelectorRequirement scope, List<String> names) {
        var requirement = requirement(scope);
        if (requirement.isEmpty()) {
            return false;
        }
        return names.isEmpty()
                ? requirement.get().matches(Map.of())
                : names.stream().anyMatch(name -> requirement.get().matches(Map.of(scope.scopeName(), name)));
    }

    private static Optional<Requirement> requirement(ScopedResourceSelectorRequirement scope) {
        var operator = switch (scope.operator()) {
            case "In" -> Optional.of(Operator.IN);
            case "NotIn" -> Optional.of(Operator.NOT_IN);
            case EXISTS -> Optional.of(Operator.EXISTS);
            case "DoesNotExist" -> Optional.of(Operator.DOES_NOT_EXIST);
            default -> Optional.<Operator>empty();
        };
        try {
            return operator.map(it -> Requirement.checked(scope.scopeName(), it, scope.values()));
        } catch (SelectorException _) {
            return Optional.empty();
        }
    }
}
