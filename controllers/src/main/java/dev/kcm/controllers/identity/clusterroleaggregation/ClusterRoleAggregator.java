package dev.kcm.controllers.identity.clusterroleaggregation;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.json.Json;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.controller.Watching;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// Gives every cluster role with an aggregation rule the rules of the roles that its selectors
/// match: selector by selector, by name, each rule once. Stateless.
public final class ClusterRoleAggregator implements Reconciler<ClusterRoleAggregator.Seen> {
    private static final String NAME = "clusterrole-aggregation-controller";
    private static final int WORKERS = 5;
    private static final Boolean AGGREGATING = true;
    private static final Index<ClusterRole> BY_AGGREGATION = new Index<>(
            ClusterRole.CLUSTER_ROLES,
            "aggregation",
            role -> List.of(role.aggregationRule().isPresent()));

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("clusterrole-aggregation")
            .queue("ClusterRoleAggregator")
            .watches(allWithRule())
            .workers(_ -> WORKERS)
            .writes("patch clusterroles")
            .builtBy(_ -> new ClusterRoleAggregator());

    /// @param selected what its selectors match, selector by selector
    record Seen(ClusterRole role, List<List<ClusterRole>> selected) {}

    @Override
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        if (!caches.showOurWritesTo(key)) {
            return new Sight.Behind<>("its own earlier writes");
        }
        return caches.find(ClusterRole.CLUSTER_ROLES, key)
                .filter(role -> role.aggregationRule().isPresent())
                .<Sight<Seen>>map(role -> new Sight.Seen<>(new Seen(role, selected(role, caches))))
                .orElseGet(Sight.Gone::new);
    }

    @Override
    public Plan decide(Seen seen) {
        var rules = new LinkedHashSet<PolicyRule>();
        for (var selected : seen.selected()) {
            selected.stream()
                    .filter(role -> !role.name().equals(seen.role().name()))
                    .sorted(Comparator.comparing(KubeObject::name))
                    .forEach(role -> rules.addAll(role.rules()));
        }
        if (List.copyOf(rules).equals(seen.role().rules())) {
            return Plan.nothing("it has the rules of the roles it selects");
        }
        var fields = Json.object(
                "rules",
                Json.array(
                        rules.stream().map(rule -> Json.parse(rule.toString())).toList()));
        return Plan.of(
                "the roles it selects have other rules",
                new Step.Apply(ClusterRole.CLUSTER_ROLES, seen.role(), fields, NAME));
    }

    private static List<List<ClusterRole>> selected(ClusterRole role, Caches caches) {
        var all = caches.of(ClusterRole.CLUSTER_ROLES).all();
        return role.aggregationRule().orElseThrow().clusterRoleSelectors().stream()
                .map(Selector::of)
                .map(selector -> all.stream()
                        .filter(other -> selector.matches(other.labels()))
                        .toList())
                .toList();
    }

    /// There are few, and which of them a change concerns is as much work to find out as to look.
    private static Watching<ClusterRole> allWithRule() {
        return new Watching<>(
                ClusterRole.CLUSTER_ROLES,
                List.of(BY_AGGREGATION),
                (_, stores, into) -> stores.of(ClusterRole.CLUSTER_ROLES)
                        .under(BY_AGGREGATION, AGGREGATING)
                        .forEach(role -> into.accept(role.key())));
    }
}
