package dev.kcm.controllers.workload.statefulset;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.apps.v1.StatefulSetSpec;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.revision.ControllerRevisions;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A set, its pods, claims and revisions, as the caches of the controller show them.
final class StatefulSetWorld {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final ObjectKey KEY = ObjectKey.of("default", "db");

    private final CountedStores stores = new CountedStores(StatefulSetController.SPEC);
    private final Metrics metrics = new Metrics();
    private final StatefulSetController controller;
    private StatefulSet set;
    private int version = 1;

    private StatefulSetWorld(StatefulSet set, boolean severalUnavailable) {
        this.set = set;
        this.controller = new StatefulSetController(settings(severalUnavailable));
        put(StatefulSet.STATEFUL_SETS, set);
    }

    /// A set with the revision of its template.
    static StatefulSetWorld of(int replicas, Consumer<StatefulSetSpec.Builder> more) {
        var world = new StatefulSetWorld(set(replicas, more), false);
        return world.revision(ControllerRevisions.of(world.set, 1, 0));
    }

    static StatefulSetWorld of(int replicas) {
        return of(replicas, _ -> {});
    }

    /// The same with the feature gate on.
    static StatefulSetWorld withSeveralUnavailable(int replicas, Consumer<StatefulSetSpec.Builder> more) {
        var world = new StatefulSetWorld(set(replicas, more), true);
        return world.revision(ControllerRevisions.of(world.set, 1, 0));
    }

    /// One that was never synced.
    static StatefulSetWorld fresh(int replicas) {
        return new StatefulSetWorld(set(replicas, _ -> {}), false);
    }

    private static StatefulSet set(int replicas, Consumer<StatefulSetSpec.Builder> more) {
        var set = StatefulSet.builder()
                .metadata(it -> it.namespace("default").name("db").uid("uid-db").generation(1))
                .spec(it -> it.replicas(replicas)
                        .serviceName("db")
                        .podManagementPolicy("OrderedReady")
                        .updateStrategy(strategy ->
                                strategy.type("RollingUpdate").rollingUpdate(rolling -> rolling.partition(0)))
                        .selector(one -> one.putMatchLabels("app", "db"))
                        .template(template -> template.metadata(meta -> meta.putLabels("app", "db"))
                                .spec(pod -> pod.addContainers(
                                        container -> container.name("main").image("db:1")))))
                .build();
        return set.withSpec(more);
    }

    static void claim(StatefulSetSpec.Builder spec) {
        spec.addVolumeClaimTemplates(claim -> claim.metadata(it -> it.name("data"))
                .spec(it -> it.addAccessModes("ReadWriteOnce")
                        .resources(resources -> resources.putRequests("storage", Quantity.parse("1Gi")))));
    }

    StatefulSet set() {
        return set;
    }

    StatefulSetWorld change(UnaryOperator<StatefulSet> change) {
        set = change.apply(set);
        put(StatefulSet.STATEFUL_SETS, set);
        return this;
    }

    /// The user changes the template; its revision is there already.
    StatefulSetWorld image(String image) {
        change(it -> it.withSpec(spec -> spec.template(it.spec()
                        .template()
                        .withSpec(pod -> pod.containers(List.of())
                                .addContainers(
                                        container -> container.name("main").image(image)))))
                .withMetadata(meta -> meta.generation(it.metadata().generation() + 1)));
        return this;
    }

    StatefulSetWorld revision(ControllerRevision revision) {
        put(ControllerRevision.CONTROLLER_REVISIONS, revision.withMetadata(it -> it.uid("uid-" + revision.name())));
        return this;
    }

    /// The name of the revision of the present template.
    String revision() {
        return ControllerRevisions.of(set, 1, 0).name();
    }

    /// A pod that has been ready for a minute, of the present template.
    LeanPod ready(int ordinal) {
        return ready(ordinal, revision());
    }

    LeanPod ready(int ordinal, String revision) {
        return pod(ordinal, revision)
                .withStatus(status -> status.phase("Running")
                        .addConditions(it -> it.type("Ready").status("True").lastTransitionTime(NOW.minusSeconds(60))));
    }

    LeanPod pod(int ordinal, String revision) {
        return named("db-" + ordinal, revision);
    }

    LeanPod named(String name, String revision) {
        var pod = LeanPod.builder()
                .metadata(it -> it.namespace("default")
                        .name(name)
                        .uid("uid-" + name)
                        .putLabels("app", "db")
                        .putLabels(Labels.POD_NAME, name)
                        .putLabels(Labels.REVISION, revision)
                        .addOwnerReferences(OwnerReferences.toController(set)))
                .status(it -> it.phase("Pending"))
                .build();
        return pod.withSpec(spec -> set.spec()
                .volumeClaimTemplates()
                .forEach(template -> spec.addVolumes(volume -> volume.name(template.name())
                        .persistentVolumeClaim(source -> source.claimName(template.name() + "-" + name)))));
    }

    static LeanPod deleting(LeanPod pod) {
        return pod.withMetadata(it -> it.deletionTimestamp(NOW));
    }

    PersistentVolumeClaim claimOf(int ordinal) {
        return PersistentVolumeClaim.builder()
                .metadata(
                        it -> it.namespace("default").name("data-db-" + ordinal).uid("uid-data-db-" + ordinal))
                .build();
    }

    StatefulSetWorld claims(PersistentVolumeClaim... claims) {
        for (var claim : claims) {
            put(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, claim);
        }
        return this;
    }

    StatefulSetWorld pods(LeanPod... pods) {
        for (var pod : pods) {
            put(LeanPod.PODS, pod);
        }
        return this;
    }

    Snapshot observed() {
        return ((Observation.Observed<Snapshot>) controller.observe(KEY, stores.caches(), NOW)).value();
    }

    Plan decided() {
        return controller.decide(observed());
    }

    StatefulSetController controller() {
        return controller;
    }

    Metrics metrics() {
        return metrics;
    }

    CountedStores stores() {
        return stores;
    }

    private <T extends KubeObject> void put(Resource<T> resource, T object) {
        var metadata = object.metadata().toBuilder()
                .resourceVersion(Integer.toString(version++))
                .build();
        @SuppressWarnings("unchecked") // a copy with other metadata has the same type
        var versioned = (T) object.withMetadata(metadata);
        stores.put(resource, versioned);
    }

    private Settings settings(boolean severalUnavailable) {
        LiveReads nobody = new LiveReads() {
            @Override
            public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
                return stores.of(resource).find(key);
            }
        };
        var gates = FeatureGates.of(
                Map.of("MaxUnavailableStatefulSet", severalUnavailable, "StatefulSetSemanticRevisionComparison", true));
        return new Settings(Settings.Options.of(FlagValues.DEFAULTS, gates), nobody, null, metrics, "");
    }
}
