package dev.kcm.cli;

import dev.kcm.manager.run.Program;
import java.util.List;

/// The main of `kube-controller-manager`.
public final class KubeControllerManager {
    private KubeControllerManager() {}

    public static void main(String[] arguments) {
        scheduleSparingly();
        System.exit(Program.run(List.of(arguments), System.out, System.err));
    }

    /// Platform threads wait for sockets: virtual ones, the JVM's default, need another round for
    /// each message. Has to be said before the first virtual thread; whoever says otherwise on the
    /// JVM's command line is obeyed.
    private static void scheduleSparingly() {
        if (System.getProperty("jdk.pollerMode") == null) {
            System.setProperty("jdk.pollerMode", "1");
        }
    }
}
