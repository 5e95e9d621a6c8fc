package dev.kcm.cli;

import dev.kcm.client.config.ConfigException;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.SimulatedNode;
import dev.kcm.model.failure.ApiException;
import java.io.PrintStream;
import java.util.List;

/// `kcm node stop`, `kcm node start` and `kcm node destroy`.
final class NodeCommands {
    private static final List<String> VERBS = List.of("stop", "start", "destroy");

    private NodeCommands() {}

    static int run(Arguments arguments, PrintStream out) {
        var words = arguments.words();
        if (words.size() != 2) {
            throw arguments.usageError("wants what to do and one NODE, such as kcm node stop node-1");
        }
        var verb = words.getFirst();
        if (!VERBS.contains(verb)) {
            throw arguments.usageError("cannot \"%s\", only stop, start and destroy".formatted(verb));
        }
        try {
            var node = words.get(1);
            String report = RunningCluster.of(arguments)
                    .ask(RunningCluster.SHORT_TIMEOUT, client -> done(verb, new SimulatedNode(client, node)));
            out.println(report);
            return 0;
        } catch (ConfigException | ApiException refused) {
            throw new ClusterException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private static String done(String verb, SimulatedNode node) {
        return switch (verb) {
            case "stop" -> {
                node.stop();
                yield "%1$s is silent from now on; kcm node start %1$s lets it speak again".formatted(node.name());
            }
            case "start" -> {
                node.start();
                yield node.name() + " speaks again";
            }
            default -> {
                node.destroy();
                yield "The machine of %s is gone; the node goes when the controllers notice, in about a minute"
                        .formatted(node.name());
            }
        };
    }
}
