package dev.kcm.testing.trajectory;

import java.time.Duration;
import java.util.Set;

/// How a trajectory is judged.
///
/// @param controllers the names of those that run; a promise is kept only by who is there
/// @param deleted the resources whose objects some of them delete, apart from the garbage collector
/// @param lag how far behind the store a controller may be through no fault of its own
/// @param reaction how long a controller may take to write what follows from a change
/// @param enforcesQuota whether the server refuses what exceeds a quota
public record TrajectorySettings(
        Set<String> controllers, Set<String> deleted, Duration lag, Duration reaction, boolean enforcesQuota) {
    private static final Duration LAG = Duration.ofSeconds(2);
    private static final Duration REACTION = Duration.ofSeconds(15);

    public TrajectorySettings {
        controllers = Set.copyOf(controllers);
        deleted = Set.copyOf(deleted);
    }

    public static TrajectorySettings of(Set<String> controllers) {
        return new TrajectorySettings(controllers, Set.of(), LAG, REACTION, false);
    }

    public TrajectorySettings withDeleted(Set<String> resources) {
        return new TrajectorySettings(controllers, resources, lag, reaction, enforcesQuota);
    }

    public TrajectorySettings withLag(Duration value) {
        return new TrajectorySettings(controllers, deleted, value, reaction, enforcesQuota);
    }

    public TrajectorySettings withReaction(Duration value) {
        return new TrajectorySettings(controllers, deleted, lag, value, enforcesQuota);
    }

    public TrajectorySettings withQuotaEnforced(boolean value) {
        return new TrajectorySettings(controllers, deleted, lag, reaction, value);
    }

    public boolean runs(String controller) {
        return controllers.contains(controller);
    }
}
