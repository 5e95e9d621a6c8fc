package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.cache.Tally;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The claims that have the names of those of a set, by template and ordinal. Nothing but their names says that they
/// are the set's.
///
/// @param byTemplate by the name of the template
record OwnClaims(Map<String, OrdinalTree<PersistentVolumeClaim, ClaimKind>> byTemplate) {
    private static final OrdinalTree<PersistentVolumeClaim, ClaimKind> NONE = OrdinalTree.empty(ClaimKind.TRAITS);

    /// By what is before the ordinal in their names.
    static final Tally<PersistentVolumeClaim, OrdinalTree<PersistentVolumeClaim, ClaimKind>> BY_PREFIX = new Tally<>(
            PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
            "claims by ordinal",
            claim -> prefix(claim).map(List::of).orElse(List.of()),
            NONE,
            (tree, claim) -> tree.with(ordinal(claim), claim),
            (tree, claim) -> nothingIfEmpty(tree.without(ordinal(claim))));

    private static final Index<StatefulSet> SETS_BY_CLAIM_PREFIX =
            new Index<>(StatefulSet.STATEFUL_SETS, "claim prefix", OwnClaims::prefixes);

    private record Prefix(String namespace, String text) {}

    OwnClaims {
        byTemplate = Map.copyOf(byTemplate);
    }

    static OwnClaims of(StatefulSet set, Store<PersistentVolumeClaim> claims) {
        var byTemplate = new HashMap<String, OrdinalTree<PersistentVolumeClaim, ClaimKind>>();
        for (var template : set.spec().volumeClaimTemplates()) {
            byTemplate.put(template.name(), claims.tallied(BY_PREFIX, prefix(set, template)));
        }
        return new OwnClaims(byTemplate);
    }

    /// Sets that may have waited for a claim to go, or whose claims somebody else gave to another owner. Upstream does
    /// not watch claims, and such sets wait there until something else happens.
    static WatchMapping<PersistentVolumeClaim> watch() {
        return new WatchMapping<>(
                PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
                List.of(SETS_BY_CLAIM_PREFIX),
                (change, stores, into) -> {
                    if (matters(change)) {
                        prefix(change.object()).stream()
                                .flatMap(prefix ->
                                        stores
                                                .of(StatefulSet.STATEFUL_SETS)
                                                .byIndex(SETS_BY_CLAIM_PREFIX, prefix)
                                                .stream())
                                .map(StatefulSet::key)
                                .forEach(into);
                    }
                });
    }

    Optional<PersistentVolumeClaim> find(PersistentVolumeClaim template, int ordinal) {
        return claims(template).find(ordinal);
    }

    OrdinalTree<PersistentVolumeClaim, ClaimKind> claims(PersistentVolumeClaim template) {
        return byTemplate.getOrDefault(template.name(), NONE);
    }

    private static boolean matters(Change<PersistentVolumeClaim> change) {
        return switch (change) {
            case Change.Deleted<PersistentVolumeClaim> _ -> true;
            case Change.Updated<PersistentVolumeClaim>(var before, var now) ->
                before.isDeleting() != now.isDeleting()
                        || !before.metadata()
                                .ownerReferences()
                                .equals(now.metadata().ownerReferences());
            case Change.Added<PersistentVolumeClaim> _, Change.Resynced<PersistentVolumeClaim> _ -> false;
        };
    }

    private static OrdinalTree<PersistentVolumeClaim, ClaimKind> nothingIfEmpty(
            OrdinalTree<PersistentVolumeClaim, ClaimKind> tree) {
        return tree.isEmpty() ? NONE : tree;
    }

    private static Optional<Prefix> prefix(PersistentVolumeClaim claim) {
        return OrdinalName.parse(claim.name())
                .filter(name -> name.isCanonical() && name.ordinal() >= 0)
                .map(name -> new Prefix(claim.namespace(), name.parent()));
    }

    private static Prefix prefix(StatefulSet set, PersistentVolumeClaim template) {
        return new Prefix(set.namespace(), template.name() + "-" + set.name());
    }

    private static List<?> prefixes(StatefulSet set) {
        return set.spec().volumeClaimTemplates().stream()
                .map(template -> prefix(set, template))
                .toList();
    }

    private static int ordinal(PersistentVolumeClaim claim) {
        return OrdinalName.parse(claim.name()).orElseThrow().ordinal();
    }
}
