package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.OwnerReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The objects of a namespace at one moment of a trajectory, and what it takes to judge it.
public final class World {
    private final Map<String, KubeObject> objects = new LinkedHashMap<>();
    private final Map<String, Map<String, KubeObject>> dependents = new HashMap<>();
    private final Map<String, Instant> removals = new HashMap<>();
    private final Map<String, Instant> deletions = new HashMap<>();
    private final Map<String, Instant> readySince = new HashMap<>();
    private final Trajectory trajectory;
    private Instant now = Instant.EPOCH;
    private boolean isNamespaceTerminating;

    World(Trajectory trajectory) {
        this.trajectory = trajectory;
    }

    void apply(ObservedChange change) {
        now = change.at();
        var object = change.object();
        change.before().ifPresent(this::unlink);
        if (change.isRemoval()) {
            objects.remove(object.uid());
            removals.put(object.uid(), now);
            deletions.putIfAbsent(object.uid(), now);
        } else {
            objects.put(object.uid(), object);
            link(object);
            if (object.isDeleting()) {
                deletions.putIfAbsent(object.uid(), now);
            }
        }
        if (object instanceof Namespace) {
            isNamespaceTerminating |= object.isDeleting() || change.isRemoval();
        }
        if (object instanceof Pod pod) {
            noteReadiness(pod, change.isRemoval());
        }
    }

    /// The time of the last change.
    public Instant now() {
        return now;
    }

    /// How far behind the store a controller may be through no fault of its own.
    public Duration lag() {
        return trajectory.settings().lag();
    }

    public TrajectorySettings settings() {
        return trajectory.settings();
    }

    public UserWrites userWrites() {
        return trajectory.userWrites();
    }

    /// Then everything in it goes, in any order.
    public boolean isNamespaceTerminating() {
        return isNamespaceTerminating;
    }

    public Collection<KubeObject> objects() {
        return objects.values();
    }

    public Optional<KubeObject> find(String uid) {
        return Optional.ofNullable(objects.get(uid));
    }

    public <T extends KubeObject> Optional<T> find(String uid, Class<T> type) {
        return find(uid).filter(type::isInstance).map(type::cast);
    }

    /// The object that controls this one, if it is there.
    public <T extends KubeObject> Optional<T> controllerOf(KubeObject object, Class<T> type) {
        return controllerReference(object).flatMap(reference -> find(reference.uid(), type));
    }

    public static Optional<OwnerReference> controllerReference(KubeObject object) {
        return object.metadata().ownerReferences().stream()
                .filter(reference -> reference.controller().orElse(false))
                .findFirst();
    }

    /// The objects with a reference to this one.
    public Collection<KubeObject> dependents(String uid) {
        return dependents.getOrDefault(uid, Map.of()).values();
    }

    /// Those that the object controls.
    public <T extends KubeObject> List<T> controlled(String uid, Class<T> type) {
        return dependents(uid).stream()
                .filter(type::isInstance)
                .filter(it -> controllerReference(it)
                        .filter(owner -> owner.uid().equals(uid))
                        .isPresent())
                .map(type::cast)
                .toList();
    }

    /// When the object was removed, if it was.
    public Optional<Instant> removedAt(String uid) {
        return Optional.ofNullable(removals.get(uid));
    }

    /// When somebody first asked for its deletion, or it was removed without.
    public Optional<Instant> deletedAt(String uid) {
        return Optional.ofNullable(deletions.get(uid));
    }

    /// Since when the watch shows the pod as ready; also of one that is gone.
    public Optional<Instant> readySince(Pod pod) {
        return Optional.ofNullable(readySince.get(pod.uid()));
    }

    /// Longer ago than a controller may be behind.
    public boolean isLongAgo(Instant time) {
        return Duration.between(time, now).compareTo(lag()) > 0;
    }

    private void noteReadiness(Pod pod, boolean isGone) {
        if (PodFacts.isReady(pod)) {
            readySince.putIfAbsent(pod.uid(), now);
        } else if (!isGone) {
            readySince.remove(pod.uid());
        }
    }

    private void link(KubeObject object) {
        object.metadata()
                .ownerReferences()
                .forEach(owner -> dependents
                        .computeIfAbsent(owner.uid(), _ -> new LinkedHashMap<>())
                        .put(object.uid(), object));
    }

    private void unlink(KubeObject object) {
        object.metadata()
                .ownerReferences()
                .forEach(owner -> dependents
                        .getOrDefault(owner.uid(), new LinkedHashMap<>())
                        .remove(object.uid()));
    }
}
