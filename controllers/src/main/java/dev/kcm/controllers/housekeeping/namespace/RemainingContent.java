package dev.kcm.controllers.housekeeping.namespace;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.runtime.controller.LiveAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a namespace holds of one resource.
///
/// @param problem why that is not known, if it is not
record RemainingContent(Resource<?> resource, List<? extends KubeObject> objects, Optional<String> problem) {
    private static final Set<String> OF_THE_COLLECTOR = Set.of("orphan", "foregroundDeletion");

    static RemainingContent of(Resource<?> resource, LiveAnswer<? extends List<? extends KubeObject>> answer) {
        return switch (answer) {
            case LiveAnswer.Found<? extends List<? extends KubeObject>>(var objects) ->
                new RemainingContent(resource, objects, Optional.empty());
            case LiveAnswer.Absent<? extends List<? extends KubeObject>> _ ->
                new RemainingContent(resource, List.of(), Optional.empty());
            case LiveAnswer.Unknown<? extends List<? extends KubeObject>>(var because) ->
                new RemainingContent(resource, List.of(), Optional.of(because.message()));
        };
    }

    /// Something may be there that nobody has asked to go yet.
    boolean isToBeDeleted() {
        return problem.isPresent() || objects.stream().anyMatch(object -> !object.isDeleting());
    }

    /// Everything goes already, but something waits for the garbage collector. Deleted once more, in the background, it
    /// waits no longer: nothing in the namespace is to outlive it, whoever owns it.
    boolean isToBeDeletedAgain() {
        return !isToBeDeleted() && finalizers().stream().anyMatch(OF_THE_COLLECTOR::contains);
    }

    boolean isLeft() {
        return problem.isPresent() || !objects.isEmpty();
    }

    List<String> finalizers() {
        return objects.stream()
                .map(KubeObject::metadata)
                .map(ObjectMeta::finalizers)
                .flatMap(List::stream)
                .toList();
    }

    /// How long its pods may take to end.
    Duration grace() {
        return objects.stream()
                .filter(Pod.class::isInstance)
                .map(Pod.class::cast)
                .filter(pod -> !isFinished(pod))
                .map(pod -> pod.spec().terminationGracePeriodSeconds().orElse(0L))
                .map(Duration::ofSeconds)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static boolean isFinished(Pod pod) {
        var phase = pod.status().phase();
        return phase.equals("Succeeded") || phase.equals("Failed");
    }
}
