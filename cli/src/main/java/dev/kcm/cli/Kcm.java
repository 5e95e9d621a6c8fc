package dev.kcm.cli;

import dev.kcm.cluster.ClusterException;

import java.io.PrintStream;
import java.util.List;

/// The main of `kcm`: the embedded cluster on a command line.
public final class Kcm {
    private static final String HELP =
            """
            kcm runs a Kubernetes control plane in one process, for development and tests:
            API server, controllers, scheduling and simulated nodes. Nothing is executed in pods;
            they become Running, ready, Succeeded or Failed as their command or annotations say.

            Usage:
              kcm up [flags]            start a cluster in the foreground; Ctrl-C stops it
              kcm status                say whether one runs, and where
              kcm why KIND/NAME         explain what an object waits for
              kcm reset                 delete the data of a stopped cluster

            Flags of up:
              --data-dir DIR            where objects, keys and kubeconfig are kept
                                        (default %s)
              --in-memory               forget all objects when it stops
              --port N                  HTTPS on 127.0.0.1:N, 0 for any free port (default %d)
              --nodes N                 how many simulated nodes (default %d)
              --controllers LIST        which controllers to run, as kube-controller-manager takes it
              any other flag            is passed to the controllers; see ./kube-controller-manager --help

            status, why and reset take --data-dir; why takes -n NAMESPACE (default "default").

            What pods do (on a pod or in a template, as annotation):
              kcm.dev/exit-code: "3"    end with this code        kcm.dev/run-for: 5s      after this time
              kcm.dev/start-after: 5s   stay Pending first        kcm.dev/stop-after: 5s   take time to stop
              kcm.dev/ready: "false"    run without being ready   kcm.dev/phase: Pending   never start
            """
                    .formatted(
                            Arguments.USUAL_DIRECTORY, Arguments.USUAL_PORT, Arguments.USUAL_NODES);

    private Kcm() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        var command = arguments.isEmpty() ? "--help" : arguments.getFirst();
        var rest = arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
        try {
            return switch (command) {
                case "up" -> Up.run(Arguments.parse(rest), out, err);
                case "status" -> Housekeeping.status(Arguments.parse(rest), out);
                case "why" -> Why.run(Arguments.parse(rest), out);
                case "reset" -> Housekeeping.reset(Arguments.parse(rest), out);
                case "help", "-h", "--help" -> {
                    out.print(HELP);
                    yield 0;
                }
                default ->
                        throw new ClusterException(
                                "there is no command \"%s\": kcm --help names all"
                                        .formatted(command));
            };
        } catch (ClusterException unable) {
            err.println("kcm: " + unable.getMessage());
            return 1;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return 130;
        }
    }
}
