package dev.kcm.cli;

import dev.kcm.client.config.ConfigException;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.SimulatedNode;
import dev.kcm.model.failure.ApiException;
import java.io.PrintStream;

/// `kcm node stop` and `kcm node start`.
final class NodeCommands {
    private NodeCommands() {}

    static int run(Arguments arguments, PrintStream out) {
        var words = arguments.words();
        if (words.size() != 2) {
            throw arguments.usageError("wants what to do and one NODE, such as kcm node stop node-1");
        }
        var verb = words.getFirst();
        if (!verb.equals("stop") && !verb.equals("start")) {
            throw arguments.usageError("cannot \"%s\", only stop and start".formatted(verb));
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
        if (verb.equals("stop")) {
            node.stop();
            return "%1$s is silent from now on; kcm node start %1$s lets it speak again".formatted(node.name());
        }
        node.start();
        return node.name() + " speaks again";
    }
}
