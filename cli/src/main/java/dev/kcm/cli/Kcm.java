package dev.kcm.cli;

import dev.kcm.base.flags.Nearest;
import dev.kcm.cluster.ClusterException;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/// The main of `kcm`: the embedded cluster on a command line.
public final class Kcm {
    private static final Set<String> HELP = Set.of("help", "-h", "--help");

    private Kcm() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        try {
            var first = arguments.isEmpty() ? "help" : arguments.getFirst();
            if (HELP.contains(first)) {
                out.print(help(arguments));
                return 0;
            }
            var command = command(first);
            var rest = arguments.subList(1, arguments.size());
            if (rest.stream().anyMatch(HELP::contains)) {
                out.print(command.help());
                return 0;
            }
            return run(Arguments.parse(command, rest), out, err);
        } catch (ClusterException unable) {
            err.println("kcm: " + unable.getMessage());
            return 1;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return 130;
        }
    }

    private static int run(Arguments arguments, PrintStream out, PrintStream err) throws InterruptedException {
        return switch (arguments.command()) {
            case UP -> Up.run(arguments, out, err);
            case STATUS -> DataDirectoryCommands.status(arguments, out);
            case WHY -> Why.run(arguments, out);
            case NODE -> NodeCommands.run(arguments, out);
            case BACKUP -> Backups.backup(arguments, out, err);
            case RESTORE -> Backups.restore(arguments, out, err);
            case RESET -> DataDirectoryCommands.reset(arguments, out);
        };
    }

    /// `kcm help COMMAND` is `kcm COMMAND --help`.
    private static String help(List<String> arguments) {
        return arguments.size() < 2
                ? HelpTexts.PROGRAM
                : command(arguments.get(1)).help();
    }

    private static Command command(String word) {
        return Command.named(word)
                .orElseThrow(() -> new ClusterException("there is no command \"%s\"%s (kcm --help names all)"
                        .formatted(word, Nearest.suggestion(word, Command.words(), "kcm "))));
    }
}
