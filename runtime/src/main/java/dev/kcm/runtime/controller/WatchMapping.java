package dev.kcm.runtime.controller;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.Resource;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Which keys to sync when an object of `resource` changes, as data: the event mapping that
/// every Go controller writes out by hand.
///
/// @param reads other stores the mapping asks, with the indexes it needs
/// @param mapping runs on the store's writer: brief, and reads other stores only
/// @param batchDelay how long a change may wait for others before its keys are synced
public record WatchMapping<T extends KubeObject>(
        Resource<T> resource, List<Index<?>> reads, KeyMapper<T> mapping, BatchDelay<T> batchDelay) {

    /// Syncs at once.
    public WatchMapping(Resource<T> resource, List<Index<?>> reads, KeyMapper<T> mapping) {
        this(resource, reads, mapping, (_, _, _) -> Duration.ZERO);
    }

    /// The same, with changes batched: a hundred events of one owner are one sync.
    public WatchMapping<T> batched(BatchDelay<T> upTo) {
        return new WatchMapping<>(resource, reads, mapping, upTo);
    }

    /// The same, with all changes batched for as long as an option says.
    public WatchMapping<T> batchedFor(Function<Settings.Options, Duration> period) {
        return batched((_, _, options) -> period.apply(options));
    }

    @FunctionalInterface
    public interface BatchDelay<T extends KubeObject> {
        Duration with(Change<T> change, Stores stores, Settings.Options options);
    }

    @FunctionalInterface
    public interface KeyMapper<T extends KubeObject> {
        void keys(Change<T> change, Stores stores, Consumer<ObjectKey> into);
    }

    /// The stores a mapping may ask.
    @FunctionalInterface
    public interface Stores {
        <R extends KubeObject> Store<R> of(Resource<R> resource);
    }

    /// The object itself is what is reconciled.
    public static <T extends KubeObject> WatchMapping<T> itself(Resource<T> resource) {
        return new WatchMapping<>(
                resource,
                List.of(),
                (change, _, into) -> into.accept(change.object().key()));
    }

    /// The owner marked as controller, before and after the change, if it is of this kind and still
    /// the same object.
    public static <T extends KubeObject, O extends KubeObject> WatchMapping<T> ownedBy(
            Resource<T> resource, Resource<O> owners) {
        return new WatchMapping<>(resource, List.of(), (change, stores, into) -> {
            var now = owner(change.object(), owners, stores);
            now.ifPresent(into);
            if (change instanceof Change.Updated<T>(var before, var _)) {
                owner(before, owners, stores)
                        .filter(key -> !now.equals(Optional.of(key)))
                        .ifPresent(into);
            }
        });
    }

    /// Those whose selector matches an object that has no controller: they may want to adopt it.
    public static <T extends KubeObject, O extends KubeObject> WatchMapping<T> orphansSelectedBy(
            Resource<T> resource, Resource<O> owners, Function<O, Selector> selectorOf) {
        var inNamespace = Index.byNamespace(owners);
        return new WatchMapping<>(resource, List.of(inNamespace), (change, stores, into) -> {
            var object = change.object();
            if (OwnerReferences.controllerOf(object).isPresent() || !mayNeedAdoption(change)) {
                return;
            }
            for (var owner : stores.of(owners).byIndex(inNamespace, object.namespace())) {
                var selector = selectorOf.apply(owner);
                if (!selector.isEverything() && selector.matches(object.labels())) {
                    into.accept(owner.key());
                }
            }
        });
    }

    private static <O extends KubeObject> Optional<ObjectKey> owner(
            KubeObject object, Resource<O> owners, Stores stores) {
        return OwnerReferences.controllerOf(object)
                .filter(reference -> reference.kind().equals(owners.kind()))
                .flatMap(reference -> stores.of(owners)
                        .find(new ObjectKey(object.namespace(), reference.name()))
                        .filter(owner -> owner.uid().equals(reference.uid())))
                .map(KubeObject::key);
    }

    /// New orphans, and those whose labels or owner changed.
    private static <T extends KubeObject> boolean mayNeedAdoption(Change<T> change) {
        return switch (change) {
            case Change.Added<T> _, Change.Resynced<T> _ -> true;
            case Change.Updated<T>(var before, var now) ->
                !before.labels().equals(now.labels())
                        || OwnerReferences.controllerOf(before).isPresent();
            case Change.Deleted<T> _ -> false;
        };
    }
}
