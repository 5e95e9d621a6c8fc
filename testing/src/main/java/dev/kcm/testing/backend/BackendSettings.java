package dev.kcm.testing.backend;

import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.run.EmbeddedControllers;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// What a scenario needs.
///
/// @param namespace a name for its namespace, unique in the run
/// @param controllers the only ones of the manager that run, by upstream's names
/// @param others controllers that are not the manager's, which run besides
/// @param managerFlags further flags, as kube-controller-manager takes them
/// @param nodes how many nodes the embedded cluster has; a real one has what it has
/// @param wholeCluster whether our controllers see more of a real cluster than the namespace
/// @param simulation where all randomness comes from in a run that can be had again, within [SeededThreads#call] and
///   with the client limits that a manager has by default
public record BackendSettings(
        String namespace,
        List<String> controllers,
        List<ControllerSpec> others,
        List<String> managerFlags,
        int nodes,
        boolean wholeCluster,
        Optional<RandomGenerator> simulation) {
    private static final String NONE = "--controllers=";

    public BackendSettings {
        controllers = List.copyOf(controllers);
        others = List.copyOf(others);
        managerFlags = List.copyOf(managerFlags);
        if (controllers.isEmpty() && others.isEmpty()) {
            throw new IllegalArgumentException("name the controllers that the scenario is about, such as"
                    + " \"replicaset-controller\", or mark one of your own with"
                    + " @OwnController");
        }
    }

    /// Without a simulation.
    public BackendSettings(
            String namespace,
            List<String> controllers,
            List<ControllerSpec> others,
            List<String> managerFlags,
            int nodes,
            boolean wholeCluster) {
        this(namespace, controllers, others, managerFlags, nodes, wholeCluster, Optional.empty());
    }

    RandomGenerator random() {
        return simulation.orElseGet(RandomGenerator::getDefault);
    }

    /// As a command line.
    List<String> arguments() {
        var arguments = new ArrayList<>(managerFlags);
        arguments.add(controllers.isEmpty() ? NONE : "--controllers=" + String.join(",", controllers));
        return arguments;
    }

    /// @param cloud the one that the cluster runs in
    /// @throws IllegalArgumentException if a controller is unknown or not built
    ManagerOptions options(Optional<CloudProvider> cloud) {
        return switch (CommandLine.read(arguments(), () -> 0)) {
            case CommandLine.Run run -> built(run.options().withCloud(cloud));
            case CommandLine.Refuse(var text) -> throw new IllegalArgumentException(text.strip());
            case CommandLine.Print(var text) -> throw new IllegalArgumentException(text.strip());
        };
    }

    /// Of every controller that runs.
    List<ControllerSpec> specs(Optional<CloudProvider> cloud) {
        return Stream.concat(EmbeddedControllers.specs(options(cloud)).stream(), others.stream())
                .toList();
    }

    private ManagerOptions built(ManagerOptions options) {
        int found = EmbeddedControllers.specs(options).size();
        if (found != controllers.size()) {
            throw new IllegalArgumentException("of %s only %s are built, or their feature gates are off"
                    .formatted(
                            controllers,
                            EmbeddedControllers.specs(options).stream()
                                    .map(spec -> spec.name())
                                    .toList()));
        }
        return options;
    }
}
