package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanContainerStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanResourceRequirements;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.WatchMapping;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Which changes have quotas counted again.
///
/// What is created is not among them: the API server has charged for it before it could be seen
/// here, and for others too that cannot be seen yet. To count just then would take those back.
/// Where no quota is, a change costs one index lookup.
final class Replenishment {
    static final Index<ResourceQuota> QUOTAS_IN = Index.byNamespace(ResourceQuota.RESOURCE_QUOTAS);

    static final PodEvaluator PODS = new PodEvaluator(true, Instant.EPOCH);
    static final ServiceEvaluator SERVICES = new ServiceEvaluator();
    static final VolumeClaimEvaluator VOLUME_CLAIMS = new VolumeClaimEvaluator();

    /// Of a quota's own changes only those of what it allows: its status is written by us, and by
    /// the API server with every object it charges for. One that goes is one less for those that
    /// count quotas.
    static final WatchMapping<ResourceQuota> BY_QUOTA =
            new WatchMapping<>(ResourceQuota.RESOURCE_QUOTAS, List.of(QUOTAS_IN), Replenishment::byQuota);

    static final WatchMapping<LeanPod> BY_POD =
            new WatchMapping<>(LeanPod.PODS, List.of(QUOTAS_IN), (change, stores, into) -> {
                if (isWorthALook(change, Replenishment::isWorthLess)) {
                    quotas(change, PODS::covers, stores, into);
                }
            });

    static final WatchMapping<Service> BY_SERVICE =
            new WatchMapping<>(Service.SERVICES, List.of(QUOTAS_IN), (change, stores, into) -> {
                if (isWorthALook(change, ServiceEvaluator::changesWorth)) {
                    quotas(change, SERVICES::covers, stores, into);
                }
            });

    static final WatchMapping<PersistentVolumeClaim> BY_VOLUME_CLAIM = new WatchMapping<>(
            PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, List.of(QUOTAS_IN), (change, stores, into) -> {
                if (isWorthALook(change, VOLUME_CLAIMS::changesWorth)) {
                    quotas(change, VOLUME_CLAIMS::covers, stores, into);
                }
            });

    private Replenishment() {}

    private static void byQuota(Change<ResourceQuota> change, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        if (change instanceof Change.Added<ResourceQuota>
                || isWorthALook(
                        change,
                        (before, now) -> !before.spec().hard().equals(now.spec().hard()))) {
            into.accept(change.object().key());
        }
        if (change instanceof Change.Deleted<ResourceQuota>) {
            quotas(change, name -> CountedNames.isAbout(name, ResourceQuota.RESOURCE_QUOTAS), stores, into);
        }
    }

    static void byCountedKind(Change<KubeObject> change, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        if (change instanceof Change.Deleted<KubeObject>) {
            var kind = change.object().resource();
            quotas(change, name -> CountedNames.isAbout(name, kind), stores, into);
        }
    }

    private static <T extends KubeObject> boolean isWorthALook(Change<T> change, BiPredicate<T, T> isWorthLess) {
        return switch (change) {
            case Change.Deleted<T> _ -> true;
            case Change.Updated<T>(var before, var now) -> isWorthLess.test(before, now);
            case Change.Added<T> _, Change.Resynced<T> _ -> false;
        };
    }

    /// The quotas of the object's namespace that limit something it has to do with.
    private static void quotas(
            Change<? extends KubeObject> change,
            Predicate<String> covers,
            WatchMapping.Stores stores,
            Consumer<ObjectKey> into) {
        var all = stores.of(ResourceQuota.RESOURCE_QUOTAS)
                .byIndex(QUOTAS_IN, change.object().namespace());
        for (var quota : all) {
            if (quota.spec().hard().keySet().stream().anyMatch(covers)) {
                into.accept(quota.key());
            }
        }
    }

    /// It has ended, has been resized, or is now for other quotas.
    private static boolean isWorthLess(LeanPod before, LeanPod now) {
        return (PodEvaluator.hasEnded(now) && !PodEvaluator.hasEnded(before))
                || PodScopes.hasDeadline(before) != PodScopes.hasDeadline(now)
                || haveOtherResources(
                        before.status().containerStatuses(), now.status().containerStatuses())
                || haveOtherResources(
                        before.status().initContainerStatuses(), now.status().initContainerStatuses());
    }

    private static boolean haveOtherResources(List<LeanContainerStatus> before, List<LeanContainerStatus> now) {
        if (before.equals(now)) {
            return false;
        }
        var resources = now.stream()
                .collect(Collectors.toMap(
                        LeanContainerStatus::name, LeanContainerStatus::resources, (first, _) -> first));
        return before.stream().anyMatch(status -> {
            Optional<LeanResourceRequirements> after = resources.getOrDefault(status.name(), status.resources());
            return !after.equals(status.resources());
        });
    }
}
