package dev.kcm.controllers.shared.protection;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Protection of objects by a finalizer that is there from their creation and is removed when they are deleted and
/// nobody uses them.
///
/// Writes replace the object at the version it was decided from: another finalizer that somebody adds meanwhile is
/// not lost.
public record Protection(String finalizer) {

    /// Whether it is deleted and kept by this finalizer.
    public boolean keeps(KubeObject object) {
        return object.isDeleting() && object.metadata().finalizers().contains(finalizer);
    }

    /// Whether it should have the finalizer and has not: the server adds it when the object is created, if it is told
    /// to.
    public boolean isMissingOn(KubeObject object) {
        return !object.isDeleting() && !object.metadata().finalizers().contains(finalizer);
    }

    /// Objects that are kept by the finalizer.
    public <T extends KubeObject> WatchMapping<T> watchKept(Resource<T> resource) {
        return watch(resource, this::keeps);
    }

    /// Objects that are kept by the finalizer, or lack it.
    public <T extends KubeObject> WatchMapping<T> watchKeptAndLacking(Resource<T> resource) {
        return watch(resource, object -> keeps(object) || isMissingOn(object));
    }

    /// Objects of which this is true, when they come or change.
    public static <T extends KubeObject> WatchMapping<T> watch(Resource<T> resource, Predicate<T> isOfInterest) {
        return new WatchMapping<>(resource, List.of(), (change, _, into) -> {
            if (!(change instanceof Change.Deleted<T>) && isOfInterest.test(change.object())) {
                into.accept(change.object().key());
            }
        });
    }

    /// Adds the finalizer after those that are there.
    public Step add(KubeObject object) {
        var finalizers = new ArrayList<>(object.metadata().finalizers());
        finalizers.add(finalizer);
        return replacing(object, finalizers);
    }

    /// Removes it and no other.
    public Step remove(KubeObject object) {
        return replacing(
                object,
                object.metadata().finalizers().stream()
                        .filter(it -> !it.equals(finalizer))
                        .toList());
    }

    private static Step replacing(KubeObject object, List<String> finalizers) {
        return Step.update(object.withMetadata(
                object.metadata().toBuilder().finalizers(finalizers).build()));
    }
}
