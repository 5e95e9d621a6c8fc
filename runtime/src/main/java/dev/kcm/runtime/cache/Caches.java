package dev.kcm.runtime.cache;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.Optional;
import java.util.Set;

/// What one controller may read: the stores it declared, and whether they show its own writes. Not
/// final, like [Store], so that tests can count what is read.
public class Caches {
    private final Informers informers;
    private final OwnWrites ownWrites;
    private final Set<Resource<?>> declared;
    private final Optional<ObjectCounts> objectCounts;

    public Caches(Informers informers, OwnWrites ownWrites, Set<Resource<?>> declared) {
        this(informers, ownWrites, declared, Optional.empty());
    }

    /// @param objectCounts for a controller whose spec says that it counts
    public Caches(
            Informers informers, OwnWrites ownWrites, Set<Resource<?>> declared, Optional<ObjectCounts> objectCounts) {
        this.informers = informers;
        this.ownWrites = ownWrites;
        this.declared = declared;
        this.objectCounts = objectCounts;
    }

    /// Whether everything this controller wrote for `key` is visible here; until then a decision
    /// would be made on a picture that lacks our own last steps.
    public boolean showOurWritesTo(ObjectKey key) {
        return ownWrites.areShown(key);
    }

    /// A resource whose cache does not show everything that this controller wrote for `key`, if there is one.
    public Optional<Resource<?>> behindOurWritesTo(ObjectKey key) {
        return ownWrites.behind(key);
    }

    public <T extends KubeObject> Store<T> of(Resource<T> resource) {
        if (!declared.contains(resource)) {
            throw new IllegalStateException(resource + " is read but not declared by this controller's spec");
        }
        return informers.store(resource);
    }

    public <T extends KubeObject> Optional<T> find(Resource<T> resource, ObjectKey key) {
        return of(resource).find(key);
    }

    public ObjectCounts objectCounts() {
        return objectCounts.orElseThrow(
                () -> new IllegalStateException("Kinds are counted, but this controller's spec does not say so"));
    }
}
