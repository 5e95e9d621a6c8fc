package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.Pod;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Locators of the objects that checks and actions are about, besides single objects with names.
public final class Locators {
    private Locators() {}

    /// All objects of a resource in the scenario's namespace.
    public static <T extends KubeObject> ObjectGroup<T> all(Resource<T> resource) {
        return new ObjectGroup<>("all " + resource.plural(), resource, it -> it.list(resource));
    }

    /// The pods whose controller has this name, or is a ReplicaSet of a Deployment of this name;
    /// without those that are being deleted.
    public static ObjectGroup<Pod> podsOf(String owner) {
        return everyPodOf(owner)
                .that("are not terminating", pod -> !pod.isDeleting())
                .named("the pods of " + owner);
    }

    public static ObjectGroup<Pod> readyPodsOf(String owner) {
        return podsOf(owner).that("are ready", Locators::isReady);
    }

    /// Those that are being deleted.
    public static ObjectGroup<Pod> terminatingPodsOf(String owner) {
        return everyPodOf(owner).that("are terminating", Pod::isDeleting);
    }

    /// Those without a controller.
    public static ObjectGroup<Pod> orphanedPods() {
        return all(Pod.PODS)
                .that(
                        "have no controller",
                        pod -> OwnerReferences.controllerOf(pod).isEmpty());
    }

    public static ObjectGroup<ReplicaSet> replicaSetsOf(String deployment) {
        return new ObjectGroup<>(
                "the ReplicaSets of " + deployment,
                ReplicaSet.REPLICA_SETS,
                scenario -> scenario.list(ReplicaSet.REPLICA_SETS).stream()
                        .filter(set -> isControlledBy(set, deployment))
                        .toList());
    }

    /// One of the pods of `owner`: the first by name.
    public static ObjectLocator<Pod> aPodOf(String owner) {
        return anyOf(podsOf(owner));
    }

    /// The first by name of a group.
    public static <T extends KubeObject> ObjectLocator<T> anyOf(ObjectGroup<T> group) {
        return new ObjectLocator<>() {
            @Override
            public Resource<T> resource() {
                return group.resource();
            }

            @Override
            public ObjectKey key(Scenario scenario) {
                return group.find(scenario).stream()
                        .map(KubeObject::key)
                        .min(Comparator.naturalOrder())
                        .orElseThrow(() -> new AssertionError("found none: " + group));
            }

            @Override
            public String toString() {
                return "one of " + group;
            }
        };
    }

    public static boolean isReady(Pod pod) {
        return pod.status().conditions().stream().anyMatch(it -> it.type().equals("Ready") && it.isTrue());
    }

    private static ObjectGroup<Pod> everyPodOf(String owner) {
        return new ObjectGroup<>("the pods of " + owner, Pod.PODS, scenario -> {
            var sets = setsOf(owner, scenario);
            return scenario.list(Pod.PODS).stream()
                    .filter(pod -> isOneOf(pod, owner, sets))
                    .toList();
        });
    }

    private static Set<String> setsOf(String owner, Scenario scenario) {
        return replicaSetsOf(owner).find(scenario).stream().map(KubeObject::uid).collect(Collectors.toSet());
    }

    private static boolean isOneOf(Pod pod, String owner, Set<String> sets) {
        return isControlledBy(pod, owner)
                || OwnerReferences.controllerUidOf(pod).filter(sets::contains).isPresent();
    }

    private static boolean isControlledBy(KubeObject object, String owner) {
        return OwnerReferences.controllerOf(object)
                .filter(reference -> reference.name().equals(owner))
                .isPresent();
    }

    static List<String> names(List<? extends KubeObject> objects) {
        return objects.stream().map(KubeObject::name).sorted().toList();
    }
}
