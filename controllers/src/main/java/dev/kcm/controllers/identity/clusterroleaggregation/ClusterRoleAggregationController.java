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
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// Gives every cluster role with an aggregation rule the rules of the roles that its selectors
/// match: selector by selector, by name, each rule once. Stateless.
public final class ClusterRoleAggregationController implements Reconciler<ClusterRoleAggregationController.Snapshot> {
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
            .reconciles(allWithRule())
            .workers(_ -> WORKERS)
            .writes("patch clusterroles")
            .builtBy(_ -> new ClusterRoleAggregationController());

    /// @param selected what its selectors match, selector by selector
    record Snapshot(ClusterRole role, List<List<ClusterRole>> selected) {}

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(ClusterRole.CLUSTER_ROLES, key)
                .filter(role -> role.aggregationRule().isPresent())
                .<Observation<Snapshot>>map(
                        role -> new Observation.Observed<>(new Snapshot(role, selected(role, caches))))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var rules = new LinkedHashSet<PolicyRule>();
        for (var selected : snapshot.selected()) {
            selected.stream()
                    .filter(role -> !role.name().equals(snapshot.role().name()))
                    .sorted(Comparator.comparing(KubeObject::name))
                    .forEach(role -> rules.addAll(role.rules()));
        }
        if (List.copyOf(rules).equals(snapshot.role().rules())) {
            return Plan.nothing("it has the rules of the roles it selects");
        }
        var fields = Json.object(
                "rules",
                Json.array(
                        rules.stream().map(rule -> Json.parse(rule.toString())).toList()));
        return Plan.of("the roles it selects have other rules", Step.apply(snapshot.role(), fields, NAME));
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

    /// There are few, and which of them a change concerns is as much work to find out as to sync.
    private static WatchMapping<ClusterRole> allWithRule() {
        return new WatchMapping<>(
                ClusterRole.CLUSTER_ROLES,
                List.of(BY_AGGREGATION),
                (_, stores, into) -> stores.of(ClusterRole.CLUSTER_ROLES)
                        .byIndex(BY_AGGREGATION, AGGREGATING)
                        .forEach(role -> into.accept(role.key())));
    }
}
