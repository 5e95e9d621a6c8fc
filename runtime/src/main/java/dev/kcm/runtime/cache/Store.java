package dev.kcm.runtime.cache;

import dev.kcm.base.log.Log;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All objects of one resource as the watch last showed them, with the indexes and tallies that
/// were declared.
///
/// Threading: `apply`, `remove`, `replaceAll` and `resync` are the informer's alone, so that
/// listeners are called one after the other. Reads are lock-free from any thread. Indexes and
/// tallies are declared before the informer starts; listeners may come and go.
///
/// Not final, so that tests can count what is read.
public class Store<T extends KubeObject> {
    private static final Log log = Log.of(Store.class);

    private final Resource<T> resource;
    private final ObjectTable<T> objects = new ObjectTable<>();
    private final Map<Index<T>, Map<Object, ObjectTable<T>>> indexes = new ConcurrentHashMap<>();
    private final Map<Tally<T, ?>, TallyState<T, ?>> tallies = new ConcurrentHashMap<>();
    private final List<ChangeListener<T>> listeners = new CopyOnWriteArrayList<>();

    private final List<Runnable> onceFilled = new CopyOnWriteArrayList<>();

    private volatile long position;
    private volatile long told;
    private volatile boolean filled;

    public Store(Resource<T> resource) {
        this.resource = resource;
    }

    public Resource<T> resource() {
        return resource;
    }

    // ---- set-up, before the informer starts

    public void index(Index<T> index) {
        if (!indexes.containsKey(index)) {
            requireEmpty(index.name());
            indexes.put(index, new ConcurrentHashMap<>());
        }
    }

    public void tally(Tally<T, ?> tally) {
        if (!tallies.containsKey(tally)) {
            requireEmpty(tally.name());
            tallies.put(tally, new TallyState<>(tally));
        }
    }

    /// Notifies of changes from now on.
    public void onChange(ChangeListener<T> listener) {
        listeners.add(listener);
    }

    public void forgetListener(ChangeListener<T> listener) {
        listeners.remove(listener);
    }

    /// Shows everything that is there as initial additions, then notifies of changes; also while the
    /// informer runs. Returns what ends it.
    public Runnable follow(ChangeListener<T> listener) {
        var replay = new Replay<>(listener);
        listeners.add(replay);
        replay.show(this);
        return () -> listeners.remove(replay);
    }

    /// Runs `task` once the first listing is in: at once if it is, else on the writer, where it
    /// must be brief.
    public void whenFilled(Runnable task) {
        onceFilled.add(task);
        if (filled && onceFilled.remove(task)) {
            task.run();
        }
    }

    // ---- reads, any thread

    public Optional<T> find(ObjectKey key) {
        return Optional.ofNullable(objects.find(key.namespace(), key.name()));
    }

    public int size() {
        return objects.size();
    }

    /// Whether the first listing is in; before that, absence means nothing.
    public boolean isFilled() {
        return filled;
    }

    /// Every change of this resource up to this resourceVersion is in the store.
    public long position() {
        return position;
    }

    /// As [#position], and the listeners have heard of it all.
    public long told() {
        return told;
    }

    public void forEach(Consumer<? super T> visitor) {
        objects.forEach(visitor);
    }

    public List<T> all() {
        return collect(objects);
    }

    /// The objects under one value of an index.
    public List<T> byIndex(Index<T> index, Object value) {
        var bucket = buckets(index).get(value);
        return bucket == null ? List.of() : collect(bucket);
    }

    public int countUnder(Index<T> index, Object value) {
        var bucket = buckets(index).get(value);
        return bucket == null ? 0 : bucket.size();
    }

    @SuppressWarnings("unchecked") // a TallyState is filed under the tally it runs
    public <A> A tallied(Tally<T, A> tally, Object group) {
        var running = (TallyState<T, A>) tallies.get(tally);
        if (running == null) {
            throw new IllegalStateException(
                    "Tally %s of %s was not declared before the informer started".formatted(tally.name(), resource));
        }
        return running.of(group);
    }

    // ---- the writer

    /// Takes in an object that was added or modified; the version already held changes nothing.
    void apply(T object, boolean initial) {
        apply(object, initial, position);
    }

    /// As above, for a change that brings everything up to `reached`. The position moves before
    /// listeners are notified: whoever they wake may wait for just this one to be shown.
    void apply(T object, boolean initial, long reached) {
        var before = objects.find(object.namespace(), object.name());
        if (before != null && isSame(before, object)) {
            reach(reached);
            return;
        }
        if (before != null && before.uid().equals(object.uid())) {
            swap(before, object);
            reach(reached);
            publish(new Change.Updated<>(before, object));
            return;
        }
        if (before != null) {
            swap(before, null);
            publish(new Change.Deleted<>(before));
        }
        swap(null, object);
        reach(reached);
        publish(new Change.Added<>(object, initial));
    }

    /// Takes out an object; `last` is its final state as the server sent it.
    void remove(T last) {
        remove(last, position);
    }

    /// As above, for a change that brings everything up to `reached`.
    void remove(T last, long reached) {
        var before = objects.find(last.namespace(), last.name());
        if (before == null) {
            reach(reached);
            return;
        }
        swap(before, null);
        reach(reached);
        publish(new Change.Deleted<>(before.uid().equals(last.uid()) ? last : before));
    }

    /// The object held, if it is this one in this version.
    Optional<T> heldAs(T object) {
        return Optional.ofNullable(objects.find(object.namespace(), object.name()))
                .filter(held -> isSame(held, object));
    }

    /// Makes the store hold exactly `now`, notifying listeners only of differences. The position may
    /// go back: a cluster restored from a backup has a younger history.
    void replaceAll(RelistBuffer<T> now, long resourceVersion) {
        var initial = !filled;
        objects.forEach(held -> {
            if (now.lacks(held)) {
                remove(held);
            }
        });
        now.forEach(object -> apply(object, initial));
        position = resourceVersion;
        told = resourceVersion;
        filled = true;
        for (var task : onceFilled) {
            if (onceFilled.remove(task)) {
                task.run();
            }
        }
    }

    void advanceTo(long resourceVersion) {
        reach(resourceVersion);
        told = position;
    }

    private void reach(long resourceVersion) {
        if (resourceVersion > position) {
            position = resourceVersion;
        }
    }

    /// Shows every object once more to the listeners.
    void resync() {
        objects.forEach(object -> publish(new Change.Resynced<>(object)));
    }

    private static boolean isSame(KubeObject one, KubeObject other) {
        return one.uid().equals(other.uid()) && one.resourceVersion().equals(other.resourceVersion());
    }

    /// The object itself comes last: a change that can be found is in the indexes and tallies, too. Whoever waited for
    /// its own deletion to be found does not decide by a tally that lacks it.
    private void swap(@Nullable T before, @Nullable T now) {
        indexes.forEach((index, buckets) -> reindex(index, buckets, before, now));
        tallies.values().forEach(tally -> tally.swap(before, now));
        if (now != null) {
            objects.put(now);
        } else if (before != null) {
            objects.remove(before.namespace(), before.name());
        }
    }

    private void reindex(Index<T> index, Map<Object, ObjectTable<T>> buckets, @Nullable T before, @Nullable T now) {
        List<?> left = before == null ? List.of() : index.keysOf().apply(before);
        List<?> entered = now == null ? List.of() : index.keysOf().apply(now);
        if (now != null) {
            entered.forEach(value ->
                    buckets.computeIfAbsent(value, _ -> new ObjectTable<>()).put(now));
        }
        if (before != null) {
            left.stream().filter(value -> !entered.contains(value)).forEach(value -> leave(buckets, value, before));
        }
    }

    private void leave(Map<Object, ObjectTable<T>> buckets, Object value, T object) {
        var bucket = buckets.get(value);
        if (bucket != null) {
            bucket.remove(object.namespace(), object.name());
            if (bucket.size() == 0) {
                buckets.remove(value);
            }
        }
    }

    /// A listener's failure is its own: the others and the store go on.
    ///
    /// The fence keeps this thread from looking for listeners before its change to the tables is
    /// out: else one that joins just now could neither find the change nor be notified of it.
    private void publish(Change<T> change) {
        VarHandle.fullFence();
        for (var listener : listeners) {
            try {
                listener.changed(change);
            } catch (RuntimeException failure) {
                log.error(
                        failure,
                        "Listener failed",
                        "resource",
                        resource,
                        "object",
                        change.object().key());
            }
        }
    }

    private Map<Object, ObjectTable<T>> buckets(Index<T> index) {
        var buckets = indexes.get(index);
        if (buckets == null) {
            throw new IllegalStateException(
                    "Index %s of %s was not declared before the informer started".formatted(index.name(), resource));
        }
        return buckets;
    }

    private List<T> collect(ObjectTable<T> table) {
        var collected = new ArrayList<T>(table.size());
        table.forEach(collected::add);
        return collected;
    }

    private void requireEmpty(String name) {
        if (filled || objects.size() > 0) {
            throw new IllegalStateException(
                    "%s must be declared before the informer of %s starts".formatted(name, resource));
        }
    }
}
