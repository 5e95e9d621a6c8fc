package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.ObjectCounts;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Writes what a namespace uses of what a ResourceQuota limits. The API server itself charges a
/// quota for what is created; this puts right what was deleted, changed or never came to be, and
/// fills in quotas that are new.
///
/// Only what some quota limits is read: kinds that are counted and nothing more are followed,
/// as metadata, for as long as a quota names them.
public final class ResourceQuotaController implements Reconciler<ResourceQuotaController.Snapshot> {
    private static final Index<LeanPod> PODS_IN = Index.byNamespace(LeanPod.PODS);
    private static final Index<Service> SERVICES_IN = Index.byNamespace(Service.SERVICES);
    private static final Index<PersistentVolumeClaim> CLAIMS_IN =
            Index.byNamespace(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);

    /// How old what is known of the served kinds may be, how long a kind that cannot be listed
    /// holds up everything else, and how soon one that could not be counted is tried again: as
    /// upstream.
    private static final Duration BETWEEN_DISCOVERIES = Duration.ofSeconds(30);

    static final String NAME = "resourcequota-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("resourcequota")
            .queue("resourcequota_primary")
            .reconciles(Replenishment.BY_QUOTA)
            .watches(Replenishment.BY_POD)
            .watches(Replenishment.BY_SERVICE)
            .watches(Replenishment.BY_VOLUME_CLAIM)
            .counts(Replenishment::byCountedKind)
            .indexes(PODS_IN)
            .indexes(SERVICES_IN)
            .indexes(CLAIMS_IN)
            .writes("update resourcequotas/status")
            .workers(options -> options.of(ResourceQuotaOptions.FLAGS).concurrentSyncs())
            .builtBy(ResourceQuotaController::from);

    /// @param kinds those it has counted
    /// @param waitingSince since when one of them is not listed
    private record Known(Set<Resource<?>> kinds, Optional<Instant> waitingSince) {
        static final Known NOTHING = new Known(Set.of(), Optional.empty());
    }

    /// @param isComplete whether everything that it limits could be counted
    record Snapshot(ResourceQuota quota, NamespaceContents contents, boolean isComplete, Instant now) {}

    private final Inventory inventory;
    private final Duration syncPeriod;
    private final boolean podLevelResources;
    private final boolean extendedResources;
    private final Memory<Known> memory = new Memory<>();

    /// @param podLevelResources whether pods may set amounts as a whole
    /// @param extendedResources whether pods may ask for devices as extended resources
    ResourceQuotaController(
            Inventory inventory, Duration syncPeriod, boolean podLevelResources, boolean extendedResources) {
        this.inventory = inventory;
        this.syncPeriod = syncPeriod;
        this.podLevelResources = podLevelResources;
        this.extendedResources = extendedResources;
    }

    static ResourceQuotaController from(Settings settings) {
        return new ResourceQuotaController(
                settings.inventory(),
                settings.options().of(ResourceQuotaOptions.FLAGS).syncPeriod(),
                settings.gates().isEnabled("PodLevelResources"),
                settings.gates().isEnabled("DRAExtendedResource"));
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var quota = caches.find(ResourceQuota.RESOURCE_QUOTAS, key);
        if (quota.isEmpty()) {
            caches.objectCounts().follow(key, Set.of());
            memory.forget(key);
            return new Observation.Gone<>();
        }
        var names = quota.get().spec().hard().keySet();
        var wanted = CountedNames.kinds(names, extendedResources);
        var kinds = follow(key, wanted, caches.objectCounts(), now);
        var counts = counts(kinds, key.namespace(), caches.objectCounts());
        if (counts.size() < kinds.size() && isWorthWaiting(key, kinds, now)) {
            return new Observation.Stale<>("lists of what it counts");
        }
        memory.keep(key, new Known(kinds, sinceWhenWaiting(key, counts.size() < kinds.size())));
        var contents = contents(key.namespace(), names, counts, caches);
        var isComplete = counts.size() == kinds.size()
                && counts.keySet().containsAll(CountedNames.kinds(names, false))
                && contents.isComplete();
        return new Observation.Observed<>(new Snapshot(quota.get(), contents, isComplete, now));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return Plan.nothing("has nothing but its status to write");
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return write(snapshot.quota(), used(snapshot))
                .wakingIn(snapshot.isComplete() ? Optional.empty() : Optional.of(BETWEEN_DISCOVERIES))
                .wakingIn(syncPeriod.isPositive() ? Optional.of(syncPeriod) : Optional.empty());
    }

    // ---- observe

    /// The kinds it has counted that are served.
    private Set<Resource<?>> follow(ObjectKey key, Set<String> wanted, ObjectCounts objects, Instant now) {
        var before = memory.of(key).orElse(Known.NOTHING);
        var kinds = wanted.isEmpty() ? Set.<Resource<?>>of() : served(wanted, before.kinds(), now);
        objects.follow(key, kinds);
        return kinds;
    }

    private Set<Resource<?>> served(Set<String> wanted, Set<Resource<?>> knownBefore, Instant now) {
        return inventory.served(now.minus(BETWEEN_DISCOVERIES)) instanceof LiveAnswer.Found<ServedKinds>(var served)
                ? CountedNames.served(wanted, served, knownBefore)
                : knownBefore;
    }

    private static Map<String, Integer> counts(Set<Resource<?>> kinds, String namespace, ObjectCounts objects) {
        var counts = new HashMap<String, Integer>();
        for (var kind : kinds) {
            objects.of(kind, kind.isNamespaced() ? namespace : "")
                    .ifPresent(count -> counts.put(kind.qualifiedName(), count));
        }
        return Map.copyOf(counts);
    }

    private boolean isWorthWaiting(ObjectKey key, Set<Resource<?>> kinds, Instant now) {
        var since = memory.of(key).flatMap(Known::waitingSince).orElse(now);
        memory.keep(key, new Known(kinds, Optional.of(since)));
        return now.isBefore(since.plus(BETWEEN_DISCOVERIES));
    }

    private Optional<Instant> sinceWhenWaiting(ObjectKey key, boolean isWaiting) {
        return isWaiting ? memory.of(key).flatMap(Known::waitingSince) : Optional.empty();
    }

    private NamespaceContents contents(
            String namespace, Set<String> names, Map<String, Integer> counts, Caches caches) {
        var classes = counts.getOrDefault(CountedNames.DEVICE_CLASSES, 0) > 0
                ? inventory.contents(DeviceClass.DEVICE_CLASSES, "")
                : new LiveAnswer.Absent<List<DeviceClass>>();
        var deviceClaims = counts.getOrDefault(CountedNames.DEVICE_CLAIMS, 0) > 0 && isAboutDevices(names, classes)
                ? inventory.contents(ResourceClaim.RESOURCE_CLAIMS, namespace)
                : new LiveAnswer.Absent<List<ResourceClaim>>();
        var all = new HashMap<>(counts);
        all.put(
                CountedNames.QUOTAS,
                caches.of(ResourceQuota.RESOURCE_QUOTAS).countUnder(Replenishment.QUOTAS_IN, namespace));
        return new NamespaceContents(
                read(names, Replenishment.PODS, caches, PODS_IN, namespace),
                read(names, Replenishment.SERVICES, caches, SERVICES_IN, namespace),
                read(names, Replenishment.VOLUME_CLAIMS, caches, CLAIMS_IN, namespace),
                deviceClaims,
                classes,
                Map.copyOf(all));
    }

    private static boolean isAboutDevices(Set<String> names, LiveAnswer<List<DeviceClass>> classes) {
        return names.stream().anyMatch(DeviceClaimEvaluator::isOfDeviceClass)
                || classes instanceof LiveAnswer.Found<List<DeviceClass>>;
    }

    private static <T extends KubeObject> List<T> read(
            Set<String> names, Evaluator<T> evaluator, Caches caches, Index<T> index, String namespace) {
        return names.stream().anyMatch(evaluator::covers)
                ? caches.of(index.resource()).byIndex(index, namespace)
                : List.of();
    }

    // ---- settle

    /// What was found, and for what could not be counted what is written already.
    private Map<String, Quantity> used(Snapshot snapshot) {
        var quota = snapshot.quota();
        var names = quota.spec().hard().keySet();
        var used = new TreeMap<>(quota.status().used());
        used.putAll(snapshot.contents()
                .usage(names, Scopes.of(quota), new PodEvaluator(podLevelResources, snapshot.now())));
        used.keySet().retainAll(names);
        return used;
    }

    private static Plan write(ResourceQuota quota, Map<String, Quantity> used) {
        var hard = quota.spec().hard();
        var isHardWritten = quota.status().hard().equals(hard);
        if (isHardWritten && quota.status().used().equals(used)) {
            return Plan.nothing("what is used is written");
        }
        return Plan.of(
                isHardWritten ? "what is used has changed" : "what is allowed has changed",
                Step.updateStatus(
                        quota.withStatus(status -> status.hard(hard).used(used)),
                        isHardWritten ? Step.Urgency.SOON : Step.Urgency.NOW));
    }
}
