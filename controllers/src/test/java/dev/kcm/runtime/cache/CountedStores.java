package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/// The stores of one controller, filled by hand, which count every object that is handed out or
/// that an index or a tally reads; a read of a tally counts as one.
public final class CountedStores implements WatchMapping.Stores {
    private final Map<Resource<?>, Counted<?>> byResource = new HashMap<>();
    private Runnable afterCounting = () -> {};
    private long visits;

    public CountedStores(ControllerSpec spec) {
        spec.resources().forEach(this::open);
        spec.reads().indexes().forEach(this::declare);
        spec.reads().tallies().forEach(this::declare);
        spec.watches().forEach(watching -> watching.reads().forEach(this::declare));
    }

    @Override
    @SuppressWarnings("unchecked") // filed under its own resource
    public <R extends KubeObject> Store<R> of(Resource<R> resource) {
        return (Store<R>) Optional.ofNullable(byResource.get(resource)).orElseThrow();
    }

    /// Takes an object in as an informer does; what listeners receive.
    public <T extends KubeObject> Change<T> put(Resource<T> resource, T object) {
        var changes = new ArrayList<Change<T>>();
        ChangeListener<T> listener = changes::add;
        of(resource).onChange(listener);
        of(resource).apply(object, false);
        of(resource).forgetListener(listener);
        return changes.getFirst();
    }

    /// Lets an object go as an informer does.
    public <T extends KubeObject> void take(Resource<T> resource, T object) {
        of(resource).remove(object);
    }

    /// As the controller sees them; they always show its own writes.
    public Caches caches() {
        return new Caches(null, null, Set.of()) {
            @Override
            public boolean showOurWritesTo(ObjectKey key) {
                return true;
            }

            @Override
            public <T extends KubeObject> Store<T> of(Resource<T> resource) {
                return CountedStores.this.of(resource);
            }
        };
    }

    /// As an informer does.
    public <T extends KubeObject> void remove(Resource<T> resource, T object) {
        of(resource).remove(object);
    }

    /// This is removed as an informer does, right after objects of its kind were counted.
    public <T extends KubeObject> void removeAfterCounting(Resource<T> resource, T object) {
        afterCounting = () -> {
            afterCounting = () -> {};
            of(resource).remove(object);
        };
    }

    /// How many objects were visited since this was last asked.
    public long takeVisits() {
        long taken = visits;
        visits = 0;
        return taken;
    }

    private <T extends KubeObject> void open(Resource<T> resource) {
        byResource.put(resource, new Counted<>(resource));
    }

    private <T extends KubeObject> void declare(Index<T> index) {
        of(index.resource()).index(new Index<>(index.resource(), index.name(), object -> {
            visits++;
            return index.keysOf().apply(object);
        }));
    }

    private <T extends KubeObject, A> void declare(Tally<T, A> tally) {
        of(tally.resource())
                .tally(new Tally<>(
                        tally.resource(),
                        tally.name(),
                        tally.groupsOf(),
                        tally.empty(),
                        counting(tally.add()),
                        counting(tally.remove())));
    }

    private <A, T> BiFunction<A, T, A> counting(BiFunction<A, T, A> change) {
        return (sum, object) -> {
            visits++;
            return change.apply(sum, object);
        };
    }

    private final class Counted<T extends KubeObject> extends Store<T> {
        Counted(Resource<T> resource) {
            super(resource);
        }

        @Override
        public Optional<T> find(ObjectKey key) {
            visits++;
            return super.find(key);
        }

        @Override
        public void forEach(Consumer<? super T> visitor) {
            visits += size();
            super.forEach(visitor);
        }

        @Override
        public List<T> all() {
            visits += size();
            return super.all();
        }

        @Override
        public List<T> byIndex(Index<T> index, Object value) {
            var found = super.byIndex(index, value);
            visits += found.size();
            return found;
        }

        @Override
        public <A> A tallied(Tally<T, A> tally, Object group) {
            visits++;
            var counted = super.tallied(tally, group);
            afterCounting.run();
            return counted;
        }
    }
}
