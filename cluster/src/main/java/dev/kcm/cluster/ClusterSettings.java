package dev.kcm.cluster;

import dev.kcm.base.Clock;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What kind of cluster to start.
///
/// @param directory where keys, kubeconfig and, unless in memory, the objects are kept; without one
///   everything is forgotten at the end
/// @param inMemory objects are not written to the directory
/// @param port where HTTPS is served on loopback, 0 for any free one; without one only clients in
///   this process reach the cluster
/// @param nodes how many nodes there are at first
/// @param managerFlags as kube-controller-manager takes them
/// @param ownControllers whether the controllers that the flags select are started; without, they
///   are somebody else's, who works on the cluster
public record ClusterSettings(
        Clock clock,
        Optional<Path> directory,
        boolean inMemory,
        OptionalInt port,
        int nodes,
        List<String> managerFlags,
        boolean ownControllers) {
    private static final ClusterSettings IN_PROCESS =
            new ClusterSettings(
                    Clock.system(),
                    Optional.empty(),
                    true,
                    OptionalInt.empty(),
                    3,
                    List.of(),
                    true);

    public ClusterSettings {
        managerFlags = List.copyOf(managerFlags);
        if (nodes < 0) {
            throw new IllegalArgumentException("a cluster cannot have " + nodes + " nodes");
        }
    }

    /// In memory, reachable from this process only, with three nodes.
    public static ClusterSettings inProcess() {
        return IN_PROCESS;
    }

    public ClusterSettings withClock(Clock value) {
        return new ClusterSettings(
                value, directory, inMemory, port, nodes, managerFlags, ownControllers);
    }

    public ClusterSettings withDirectory(Path value) {
        return new ClusterSettings(
                clock, Optional.of(value), false, port, nodes, managerFlags, ownControllers);
    }

    public ClusterSettings withInMemory(boolean value) {
        return new ClusterSettings(
                clock, directory, value, port, nodes, managerFlags, ownControllers);
    }

    public ClusterSettings withPort(int value) {
        return new ClusterSettings(
                clock,
                directory,
                inMemory,
                OptionalInt.of(value),
                nodes,
                managerFlags,
                ownControllers);
    }

    public ClusterSettings withNodes(int value) {
        return new ClusterSettings(
                clock, directory, inMemory, port, value, managerFlags, ownControllers);
    }

    public ClusterSettings withManagerFlags(List<String> value) {
        return new ClusterSettings(clock, directory, inMemory, port, nodes, value, ownControllers);
    }

    public ClusterSettings withControllersElsewhere() {
        return new ClusterSettings(clock, directory, inMemory, port, nodes, managerFlags, false);
    }
}
