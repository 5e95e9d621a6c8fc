package dev.kcm.cluster;

import dev.kcm.base.Clock;
import dev.kcm.runtime.controller.ControllerSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/// What kind of cluster to start.
///
/// @param directory where keys, kubeconfig and, unless in memory, the objects are kept; without one
///   everything is forgotten at the end
/// @param persistence how the objects are kept in the directory
/// @param port where HTTPS is served on loopback, 0 for any free one; without one only clients in
///   this process reach the cluster
/// @param nodes how many nodes there are at first
/// @param random where uids, generated names and jitter come from; without one from the system's secure source
public record ClusterSettings(
        Clock clock,
        Optional<Path> directory,
        Persistence persistence,
        OptionalInt port,
        int nodes,
        Controllers controllers,
        Optional<RandomGenerator> random) {
    private static final ClusterSettings IN_PROCESS = new ClusterSettings(
            Clock.system(),
            Optional.empty(),
            Persistence.IN_MEMORY,
            OptionalInt.empty(),
            3,
            new Controllers(List.of(), List.of(), false),
            Optional.empty());

    /// @param managerFlags as kube-controller-manager takes them; they select the controllers
    /// @param others run besides those, and may do everything
    /// @param areElsewhere they are not started: somebody else's work on the cluster
    public record Controllers(List<String> managerFlags, List<ControllerSpec> others, boolean areElsewhere) {
        public Controllers {
            managerFlags = List.copyOf(managerFlags);
            others = List.copyOf(others);
        }
    }

    public ClusterSettings {
        if (nodes < 0) {
            throw new IllegalArgumentException("a cluster cannot have " + nodes + " nodes");
        }
    }

    /// In memory, reachable from this process only, with three nodes.
    public static ClusterSettings inProcess() {
        return IN_PROCESS;
    }

    public ClusterSettings withClock(Clock value) {
        return new ClusterSettings(value, directory, persistence, port, nodes, controllers, random);
    }

    /// Keeps everything in a directory, durably.
    public ClusterSettings withDirectory(Path value) {
        return new ClusterSettings(clock, Optional.of(value), Persistence.DURABLE, port, nodes, controllers, random);
    }

    public ClusterSettings withPersistence(Persistence value) {
        return new ClusterSettings(clock, directory, value, port, nodes, controllers, random);
    }

    public ClusterSettings withPort(int value) {
        return new ClusterSettings(clock, directory, persistence, OptionalInt.of(value), nodes, controllers, random);
    }

    public ClusterSettings withNodes(int value) {
        return new ClusterSettings(clock, directory, persistence, port, value, controllers, random);
    }

    public ClusterSettings withManagerFlags(List<String> value) {
        return with(new Controllers(value, controllers.others(), controllers.areElsewhere()));
    }

    /// Controllers of one's own, beside those that the flags select.
    public ClusterSettings withControllers(List<ControllerSpec> value) {
        return with(new Controllers(controllers.managerFlags(), value, controllers.areElsewhere()));
    }

    public ClusterSettings withControllersElsewhere() {
        return with(new Controllers(controllers.managerFlags(), controllers.others(), true));
    }

    /// Uids, generated names and jitter that can be had again. Never for a cluster that anybody else reaches: tokens
    /// could be guessed.
    public ClusterSettings withRandom(RandomGenerator value) {
        return new ClusterSettings(clock, directory, persistence, port, nodes, controllers, Optional.of(value));
    }

    private ClusterSettings with(Controllers value) {
        return new ClusterSettings(clock, directory, persistence, port, nodes, value, random);
    }
}
