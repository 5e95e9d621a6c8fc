package dev.kcm.cli;

import dev.kcm.apiserver.store.log.Backup;
import dev.kcm.cluster.DataDirectory;
import java.io.PrintStream;

/// `kcm status` and `kcm reset`.
final class DataDirectoryCommands {
    private DataDirectoryCommands() {}

    /// Ends with 0 when a cluster runs, with 3 when none does.
    static int status(Arguments arguments, PrintStream out) {
        var directory = arguments.withoutWords().dataDirectory();
        var runner = DataDirectory.runner(directory);
        if (runner.isPresent()) {
            out.println("running: " + runner.get());
            out.println("kubeconfig: " + directory.resolve("kubeconfig"));
            return 0;
        }
        out.println(
                Backup.isIn(directory)
                        ? "stopped; the data of the last cluster is in " + directory
                        : "stopped; there is no data in " + directory);
        return 3;
    }

    static int reset(Arguments arguments, PrintStream out) {
        var directory = arguments.withoutWords().dataDirectory();
        DataDirectory.delete(directory);
        out.println("Deleted " + directory);
        return 0;
    }
}
