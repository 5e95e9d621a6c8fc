package dev.kcm.testing.trajectory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.runtime.cache.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Collects what watches show. Thread-safe.
public final class TrajectoryRecorder {
    private final Clock clock;
    private final UserWrites userWrites = new UserWrites();

    @GuardedBy("this")
    private final List<ObservedChange> changes = new ArrayList<>();

    @GuardedBy("this")
    private final Map<String, KubeObject> latest = new HashMap<>();

    public TrajectoryRecorder(Clock clock) {
        this.clock = clock;
    }

    public UserWrites userWrites() {
        return userWrites;
    }

    /// A change as an informer tells of it; of one key they come in order.
    public void record(Change<? extends KubeObject> change) {
        switch (change) {
            case Change.Added<?>(var object, var initial) ->
                add(Optional.empty(), object, ObservedChange.Kind.ADDED, initial);
            case Change.Updated<?>(var before, var object) ->
                add(Optional.of(before), object, ObservedChange.Kind.UPDATED, false);
            case Change.Deleted<?>(var object) -> add(last(object), object, ObservedChange.Kind.REMOVED, false);
            case Change.Resynced<?> _ -> {}
        }
    }

    public synchronized Trajectory trajectory(TrajectorySettings settings) {
        return new Trajectory(changes, userWrites, settings);
    }

    private synchronized void add(
            Optional<KubeObject> before, KubeObject object, ObservedChange.Kind kind, boolean isInitial) {
        long version = Long.parseLong(object.resourceVersion());
        changes.add(new ObservedChange(version, clock.instant(), before, object, kind, isInitial));
        latest.put(object.uid(), object);
    }

    /// What was known of an object before it was removed.
    private synchronized Optional<KubeObject> last(KubeObject object) {
        return Optional.ofNullable(latest.get(object.uid()));
    }
}
