package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The resources an event loop follows at present. What the process caches anyway is shared, in
/// whatever form; of the rest only the metadata is cached, for as long as it is followed.
/// Thread-safe.
final class FollowedResources {
    private final Informers informers;
    private final BiConsumer<Resource<?>, Change<? extends KubeObject>> changed;
    private final Consumer<Resource<?>> listed;

    @GuardedBy("this")
    private final Map<Resource<?>, Following> all = new HashMap<>();

    /// Those of which the loop has heard that they are listed.
    private final Set<Resource<?>> told = ConcurrentHashMap.newKeySet();

    private record Following(Store<?> store, Runnable end) {}

    FollowedResources(
            Informers informers,
            BiConsumer<Resource<?>, Change<? extends KubeObject>> changed,
            Consumer<Resource<?>> listed) {
        this.informers = informers;
        this.changed = changed;
        this.listed = listed;
    }

    /// Makes these the ones.
    synchronized void set(List<Resource<?>> wanted) {
        var gone = new HashSet<>(all.keySet());
        gone.removeAll(Set.copyOf(wanted));
        gone.forEach(this::end);
        for (var resource : wanted) {
            if (!all.containsKey(resource)) {
                begin(resource);
            }
        }
        informers.start();
    }

    synchronized void end() {
        List.copyOf(all.keySet()).forEach(this::end);
    }

    /// Whether everything is listed and the loop has heard of it.
    synchronized boolean isListed() {
        return told.containsAll(all.keySet());
    }

    synchronized Set<Resource<?>> resources() {
        return all.values().stream()
                .map(following -> following.store().resource())
                .collect(Collectors.toSet());
    }

    @GuardedBy("this")
    private void begin(Resource<?> resource) {
        var store = informers.borrow(resource);
        all.put(resource, new Following(store, follow(store, resource)));
    }

    private <T extends KubeObject> Runnable follow(Store<T> store, Resource<?> resource) {
        var end = store.follow(change -> changed.accept(resource, change));
        store.whenFilled(() -> {
            listed.accept(resource);
            told.add(resource);
        });
        return end;
    }

    @GuardedBy("this")
    private void end(Resource<?> resource) {
        var following = all.remove(resource);
        if (following != null) {
            told.remove(resource);
            following.end().run();
            informers.giveBack(resource);
        }
    }
}
