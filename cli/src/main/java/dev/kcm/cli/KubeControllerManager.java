package dev.kcm.cli;

import dev.kcm.manager.run.Program;

import java.util.List;

/// The main of `kube-controller-manager`.
public final class KubeControllerManager {
    private KubeControllerManager() {}

    public static void main(String[] arguments) {
        System.exit(Program.run(List.of(arguments), System.out, System.err));
    }
}
