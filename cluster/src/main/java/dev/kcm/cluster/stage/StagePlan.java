package dev.kcm.cluster.stage;

import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.run.EmbeddedControllers;

import java.util.ArrayList;
import java.util.List;

/// What a scenario needs.
///
/// @param namespace a name for its namespace, unique in the run
/// @param controllers the only ones that run, by upstream's names
/// @param managerFlags further flags, as kube-controller-manager takes them
/// @param nodes how many nodes the embedded cluster has; a real one has what it has
/// @param wholeCluster whether our controllers see more of a real cluster than the namespace
public record StagePlan(
        String namespace,
        List<String> controllers,
        List<String> managerFlags,
        int nodes,
        boolean wholeCluster) {

    public StagePlan {
        controllers = List.copyOf(controllers);
        managerFlags = List.copyOf(managerFlags);
        if (controllers.isEmpty()) {
            throw new IllegalArgumentException(
                    "name the controllers that the scenario is about, such as"
                            + " \"replicaset-controller\"");
        }
    }

    /// As a command line.
    List<String> arguments() {
        var arguments = new ArrayList<>(managerFlags);
        arguments.add("--controllers=" + String.join(",", controllers));
        return arguments;
    }

    /// @throws IllegalArgumentException if a controller is unknown or not built
    ManagerOptions options() {
        return switch (CommandLine.read(arguments(), 0)) {
            case CommandLine.Run run -> built(run.options());
            case CommandLine.Refuse(var text) -> throw new IllegalArgumentException(text.strip());
            case CommandLine.Print(var text) -> throw new IllegalArgumentException(text.strip());
        };
    }

    private ManagerOptions built(ManagerOptions options) {
        int found = EmbeddedControllers.specs(options).size();
        if (found != controllers.size()) {
            throw new IllegalArgumentException(
                    "of %s only %s are built, or their feature gates are off"
                            .formatted(
                                    controllers,
                                    EmbeddedControllers.specs(options).stream()
                                            .map(spec -> spec.name())
                                            .toList()));
        }
        return options;
    }
}
