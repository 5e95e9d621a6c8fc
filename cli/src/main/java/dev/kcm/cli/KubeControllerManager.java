package dev.kcm.cli;

import dev.kcm.manager.run.Program;

import java.util.List;

/// The main of `kube-controller-manager`.
public final class KubeControllerManager {
    private KubeControllerManager() {}

    public static void main(String[] arguments) {
        scheduleSparingly(Runtime.getRuntime().availableProcessors());
        System.exit(Program.run(List.of(arguments), System.out, System.err));
    }

    /// Has to be said before the first virtual thread. Whoever says otherwise on the JVM's command
    /// line is obeyed.
    ///
    /// Carriers for half of the processors: work comes in pieces of microseconds, each of which
    /// would wake another carrier to find nothing left to do. And platform threads that wait for
    /// sockets: virtual ones, the JVM's default, need another round for each message.
    static void scheduleSparingly(int processors) {
        setUnlessSet(
                "jdk.virtualThreadScheduler.parallelism",
                String.valueOf(Math.max(1, processors / 2)));
        setUnlessSet("jdk.pollerMode", "1");
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
