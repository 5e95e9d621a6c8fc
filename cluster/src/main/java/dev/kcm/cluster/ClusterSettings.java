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
/// @param random where uids, generated names and jitter come from; without one from the system's secure source
public record ClusterSettings(
        Clock clock,
        Optional<Path> directory,
        Persistence persistence,
        OptionalInt port,
        Machines machines,
        Controllers controllers,
        Optional<RandomGenerator> random) {
    private static final ClusterSettings IN_PROCESS = new ClusterSettings(
            Clock.system(),
            Optional.empty(),
            Persistence.IN_MEMORY,
            OptionalInt.empty(),
            new Machines(3, true),
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

    /// @param nodes how many there are at first
    /// @param haveStorage there is a default StorageClass whose volumes are provisioned and attached, and pods wait
    ///   for theirs; otherwise nobody looks after volumes and pods run without
    public record Machines(int nodes, boolean haveStorage) {
        public Machines {
            if (nodes < 0) {
                throw new IllegalArgumentException("a cluster cannot have " + nodes + " nodes");
            }
        }
    }

    /// In memory, reachable from this process only, with three nodes.
    public static ClusterSettings inProcess() {
        return IN_PROCESS;
    }

    public ClusterSettings withClock(Clock value) {
        return new ClusterSettings(value, directory, persistence, port, machines, controllers, random);
    }

    /// Keeps everything in a directory, durably.
    public ClusterSettings withDirectory(Path value) {
        return new ClusterSettings(clock, Optional.of(value), Persistence.DURABLE, port, machines, controllers, random);
    }

    public ClusterSettings withPersistence(Persistence value) {
        return new ClusterSettings(clock, directory, value, port, machines, controllers, random);
    }

    public ClusterSettings withPort(int value) {
        return new ClusterSettings(clock, directory, persistence, OptionalInt.of(value), machines, controllers, random);
    }

    public ClusterSettings withNodes(int value) {
        return with(new Machines(value, machines.haveStorage()));
    }

    /// Without simulated storage, as a cluster of machines that know nothing of volumes.
    public ClusterSettings withoutStorage() {
        return with(new Machines(machines.nodes(), false));
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
        return new ClusterSettings(clock, directory, persistence, port, machines, controllers, Optional.of(value));
    }

    private ClusterSettings with(Machines value) {
        return new ClusterSettings(clock, directory, persistence, port, value, controllers, random);
    }

    private ClusterSettings with(Controllers value) {
        return new ClusterSettings(clock, directory, persistence, port, machines, value, random);
    }
}
