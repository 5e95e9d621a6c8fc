package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.value.IntOrString;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// A made-up trajectory, and the objects it is about. Uids are names.
final class ChangeHistory {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<ObservedChange> changes = new ArrayList<>();
    private final Map<String, KubeObject> objects = new HashMap<>();
    private final UserWrites userWrites = new UserWrites();
    private Instant now = START;
    private TrajectorySettings settings = TrajectorySettings.of(Set.of(
                    "service-lb-controller",
                    "disruption-controller",
                    "deployment-controller",
                    "replicaset-controller",
                    "job-controller",
                    "horizontal-pod-autoscaler-controller",
                    "statefulset-controller",
                    "daemonset-controller",
                    "garbage-collector-controller",
                    "endpointslice-controller"))
            .withDeleted(Set.of("pods", "replicasets"));

    ChangeHistory after(int seconds) {
        now = now.plus(Duration.ofSeconds(seconds));
        return this;
    }

    ChangeHistory with(UnaryOperator<TrajectorySettings> change) {
        settings = change.apply(settings);
        return this;
    }

    /// Adds or updates.
    ChangeHistory shows(KubeObject... shown) {
        for (var object : shown) {
            var before = Optional.ofNullable(objects.put(object.uid(), object));
            var kind = before.isPresent() ? ObservedChange.Kind.UPDATED : ObservedChange.Kind.ADDED;
            changes.add(new ObservedChange(changes.size() + 1, now, before, object, kind, false));
        }
        return this;
    }

    ChangeHistory removes(KubeObject... gone) {
        for (var object : gone) {
            var before = Optional.ofNullable(objects.remove(object.uid()));
            changes.add(
                    new ObservedChange(changes.size() + 1, now, before, object, ObservedChange.Kind.REMOVED, false));
        }
        return this;
    }

    ChangeHistory userDeletes(KubeObject object) {
        userWrites.record(new Operation.Delete(Target.object(object.resource(), object.key()), DeleteOptions.EMPTY));
        return removes(object);
    }

    List<String> broken() {
        return new Trajectory(changes, userWrites, settings)
                .violations().stream()
                        .map(it -> it.invariant() + " " + it.object())
                        .distinct()
                        .toList();
    }

    static Deployment deployment(int generation, int replicas, String maxUnavailable, String maxSurge) {
        return Deployment.builder()
                .metadata(meta("web").generation(generation).build())
                .spec(spec -> spec.replicas(replicas)
                        .strategy(strategy -> strategy.type("RollingUpdate")
                                .rollingUpdate(it -> it.maxUnavailable(IntOrString.of(maxUnavailable))
                                        .maxSurge(IntOrString.of(maxSurge)))))
                .status(status -> status.observedGeneration(generation))
                .build();
    }

    static ReplicaSet set(String name, int generation, int replicas) {
        return ReplicaSet.builder()
                .metadata(
                        owned(name, "Deployment", "web").generation(generation).build())
                .spec(spec -> spec.replicas(replicas))
                .status(status -> status.observedGeneration(generation).availableReplicas(replicas))
                .build();
    }

    static Pod pod(String name, String set, boolean isReady) {
        return Pod.builder()
                .metadata(owned(name, "ReplicaSet", set).build())
                .status(status -> status.phase("Running")
                        .addConditions(it -> it.type("Ready").status(isReady ? "True" : "False")))
                .build();
    }

    static Pod[] readyPods(String set, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> pod(set + "-" + i, set, true))
                .toArray(Pod[]::new);
    }

    /// Of three pods and one claim each, in order, at its second revision.
    static StatefulSet statefulSet() {
        return StatefulSet.builder()
                .metadata(meta("db").generation(1).build())
                .spec(spec -> spec.replicas(3)
                        .updateStrategy(
                                strategy -> strategy.type("RollingUpdate").rollingUpdate(it -> it.partition(0)))
                        .addVolumeClaimTemplates(claim -> claim.metadata(it -> it.name("data"))))
                .status(status -> status.observedGeneration(1).updateRevision("db-new"))
                .build();
    }

    static Pod statefulPod(int ordinal, boolean isReady) {
        return Pod.builder()
                .metadata(owned("db-" + ordinal, "StatefulSet", "db")
                        .putLabels("controller-revision-hash", "db-old")
                        .build())
                .status(status -> status.phase("Running")
                        .addConditions(it -> it.type("Ready").status(isReady ? "True" : "False")))
                .build();
    }

    static PersistentVolumeClaim claim(int ordinal) {
        return PersistentVolumeClaim.builder()
                .metadata(meta("data-db-" + ordinal).build())
                .build();
    }

    static ConfigMap configMap(String name) {
        return ConfigMap.builder().metadata(meta(name).build()).build();
    }

    static ConfigMap ownedConfigMap(String name, String owner) {
        return ConfigMap.builder()
                .metadata(owned(name, "ConfigMap", owner).build())
                .build();
    }

    @SuppressWarnings("unchecked") // a copy with other metadata has the same type
    static <T extends KubeObject> T deleting(T object, String... finalizers) {
        return (T) object.withMetadata(object.metadata().toBuilder()
                .deletionTimestamp(START)
                .finalizers(List.of(finalizers))
                .build());
    }

    static ObjectMeta.Builder meta(String name) {
        return ObjectMeta.builder().namespace("shop").name(name).uid(name);
    }

    static ObjectMeta.Builder owned(String name, String kind, String owner) {
        return meta(name)
                .ownerReferences(List.of(OwnerReference.builder()
                        .kind(kind)
                        .name(owner)
                        .uid(owner)
                        .controller(true)
                        .blockOwnerDeletion(true)
                        .build()));
    }
}
