package dev.kcm.controllers.workload.disruption;

import dev.kcm.base.GoText;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.ServedKinds;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Asks workloads how many pods they want: those of the well-known kinds in the caches, all others the server, which
/// has a scale of everything that can be scaled.
///
/// @param live for scales
/// @param inventory for kinds that nobody knew when this was written
record OwnerScales(LiveReads live, Inventory inventory) {
    private static final Set<String> APPS = Set.of("apps", "extensions");

    /// How long a kind may be known that is not served any more, as upstream.
    private static final Duration BETWEEN_DISCOVERIES = Duration.ofSeconds(30);

    OwnerScale of(OwnerReference controller, String namespace, Caches caches, Instant now) {
        if (controller.apiVersion().chars().filter(it -> it == '/').count() > 1) {
            return new OwnerScale.Unknown("unexpected GroupVersion string: " + controller.apiVersion(), false);
        }
        return wellKnown(controller, namespace, caches).orElseGet(() -> scale(controller, namespace, now));
    }

    private static Optional<OwnerScale> wellKnown(OwnerReference controller, String namespace, Caches caches) {
        return switch (controller.kind()) {
            case "ReplicationController" ->
                cached(ReplicationController.REPLICATION_CONTROLLERS, controller, Set.of(""), namespace, caches)
                        .map(it -> known(it, it.spec().replicas()));
            case "ReplicaSet" ->
                cached(ReplicaSet.REPLICA_SETS, controller, APPS, namespace, caches)
                        .flatMap(set -> ofReplicaSet(set, caches));
            case "StatefulSet" ->
                cached(StatefulSet.STATEFUL_SETS, controller, Set.of("apps"), namespace, caches)
                        .map(it -> known(it, it.spec().replicas()));
            default -> Optional.empty();
        };
    }

    /// Its Deployment's; its own if it has none; nothing that is cached if that Deployment is not known.
    private static Optional<OwnerScale> ofReplicaSet(ReplicaSet set, Caches caches) {
        var owner = OwnerReferences.controllerOf(set).filter(it -> it.kind().equals("Deployment"));
        return owner.isEmpty()
                ? Optional.of(known(set, set.spec().replicas()))
                : cached(Deployment.DEPLOYMENTS, owner.get(), APPS, set.namespace(), caches)
                        .map(it -> known(it, it.spec().replicas()));
    }

    private static OwnerScale known(KubeObject workload, Optional<Integer> replicas) {
        return new OwnerScale.Known(workload.uid(), replicas.orElse(1));
    }

    private static <T extends KubeObject> Optional<T> cached(
            Resource<T> resource, OwnerReference reference, Set<String> groups, String namespace, Caches caches) {
        return groups.contains(group(reference))
                ? caches.find(resource, ObjectKey.of(namespace, reference.name()))
                        .filter(it -> it.uid().equals(reference.uid()))
                : Optional.empty();
    }

    private static String group(OwnerReference reference) {
        int slash = reference.apiVersion().indexOf('/');
        return slash < 0 ? "" : reference.apiVersion().substring(0, slash);
    }

    private OwnerScale scale(OwnerReference controller, String namespace, Instant now) {
        return switch (kinds(controller, now)) {
            case LiveAnswer.Found<ServedKinds>(var kinds) ->
                kinds.byKind(controller.apiVersion(), controller.kind())
                        .map(resource -> scale(resource, controller, namespace))
                        .orElseGet(() -> unknownKind(controller, kinds));
            case LiveAnswer.Absent<ServedKinds> _ -> new OwnerScale.Unknown("nothing is served", true);
            case LiveAnswer.Unknown<ServedKinds>(var because) -> new OwnerScale.Unknown(because.message(), true);
        };
    }

    /// A kind that is not known may be new.
    private LiveAnswer<ServedKinds> kinds(OwnerReference controller, Instant now) {
        var recent = inventory.served(now.minus(BETWEEN_DISCOVERIES));
        boolean isKnown = recent instanceof LiveAnswer.Found<ServedKinds>(var kinds)
                && kinds.byKind(controller.apiVersion(), controller.kind()).isPresent();
        return isKnown ? recent : inventory.served(now);
    }

    private static OwnerScale unknownKind(OwnerReference controller, ServedKinds kinds) {
        var failure = kinds.failures().get(controller.apiVersion());
        var text = "no matches for kind %s in version %s";
        return failure == null
                ? new OwnerScale.Unknown(
                        text.formatted(GoText.quote(controller.kind()), GoText.quote(controller.apiVersion())), false)
                : new OwnerScale.Unknown(failure, true);
    }

    private OwnerScale scale(Resource<?> resource, OwnerReference controller, String namespace) {
        boolean isScalable = resource.subresource("scale")
                .filter(it -> it.kind().equals(Scale.SCALES.kind()))
                .isPresent();
        if (!isScalable) {
            return new OwnerScale.Unknown(
                    resource.qualifiedName() + " does not implement the scale subresource", false);
        }
        return switch (live.scale(resource, ObjectKey.of(namespace, controller.name()))) {
            case LiveAnswer.Found<Scale>(var scale)
            when scale.uid().equals(controller.uid()) ->
                new OwnerScale.Known(scale.uid(), scale.spec().replicas());
            case LiveAnswer.Found<Scale> _, LiveAnswer.Absent<Scale> _ -> new OwnerScale.Nobody();
            case LiveAnswer.Unknown<Scale>(var because) -> new OwnerScale.Unknown(because.message(), true);
        };
    }
}
