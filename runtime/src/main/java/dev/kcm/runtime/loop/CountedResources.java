package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.ObjectCounts;
import dev.kcm.runtime.cache.Store;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The kinds that a reconciler counts at present, with the numbers kept up event by event.
/// Thread-safe; the numbers of a kind are written by the writer of its store.
final class CountedResources implements ObjectCounts {
    private final Informers informers;
    private final Consumer<Change<? extends KubeObject>> changed;

    @GuardedBy("this")
    private final Map<ObjectKey, Set<Resource<?>>> wanted = new HashMap<>();

    @GuardedBy("this")
    private boolean hasEnded;

    private final Map<Resource<?>, Counted> counted = new ConcurrentHashMap<>();

    private record Counted(Store<?> store, Map<String, Integer> byNamespace, Runnable end) {}

    /// @param changed told of every change of what is counted, after it was counted
    CountedResources(Informers informers, Consumer<Change<? extends KubeObject>> changed) {
        this.informers = informers;
        this.changed = changed;
    }

    @Override
    public synchronized void follow(ObjectKey key, Set<Resource<?>> kinds) {
        if (hasEnded) {
            return;
        }
        var before = kinds.isEmpty() ? wanted.remove(key) : wanted.put(key, Set.copyOf(kinds));
        if (!kinds.equals(before == null ? Set.of() : before)) {
            adjust();
        }
    }

    @Override
    public OptionalInt of(Resource<?> kind, String namespace) {
        var found = counted.get(kind);
        if (found == null) {
            throw new IllegalStateException(kind + " is counted but not followed");
        }
        return found.store().isFilled()
                ? OptionalInt.of(found.byNamespace().getOrDefault(namespace, 0))
                : OptionalInt.empty();
    }

    boolean isListed() {
        return counted.values().stream().allMatch(kind -> kind.store().isFilled());
    }

    Set<Resource<?>> resources() {
        return counted.values().stream().map(kind -> kind.store().resource()).collect(Collectors.toSet());
    }

    synchronized void end() {
        hasEnded = true;
        wanted.clear();
        adjust();
    }

    @GuardedBy("this")
    private void adjust() {
        var all = new HashSet<Resource<?>>();
        wanted.values().forEach(all::addAll);
        Set.copyOf(counted.keySet()).stream()
                .filter(kind -> !all.contains(kind))
                .forEach(this::end);
        all.stream().filter(kind -> !counted.containsKey(kind)).forEach(this::begin);
        informers.start();
    }

    private void begin(Resource<?> kind) {
        counted.put(kind, counting(informers.borrow(kind)));
    }

    private <T extends KubeObject> Counted counting(Store<T> store) {
        var byNamespace = new ConcurrentHashMap<String, Integer>();
        var end = store.follow(change -> {
            count(change, byNamespace);
            changed.accept(change);
        });
        return new Counted(store, byNamespace, end);
    }

    private static void count(Change<? extends KubeObject> change, Map<String, Integer> byNamespace) {
        var namespace = change.object().namespace();
        switch (change) {
            case Change.Added<? extends KubeObject> _ -> byNamespace.merge(namespace, 1, Integer::sum);
            case Change.Deleted<? extends KubeObject> _ ->
                byNamespace.computeIfPresent(namespace, (_, count) -> count > 1 ? count - 1 : null);
            case Change.Updated<? extends KubeObject> _, Change.Resynced<? extends KubeObject> _ -> {}
        }
    }

    private void end(Resource<?> kind) {
        var ended = counted.remove(kind);
        if (ended != null) {
            ended.end().run();
            informers.giveBack(kind);
        }
    }
}
