package dev.kcm.manager.run;

import dev.kcm.controllers.workload.deployment.DeploymentOptions;
import dev.kcm.controllers.workload.deployment.DeploymentReconciler;
import dev.kcm.controllers.workload.replicaset.PodSetReconciler;
import dev.kcm.controllers.workload.replicaset.ReplicaSetOptions;
import dev.kcm.controllers.workload.replicationcontroller.ReplicationControllerOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.registry.ControllerDescriptor;
import dev.kcm.manager.registry.ControllerDescriptors;
import dev.kcm.runtime.controller.ControllerSpec;

import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/// The controllers this program has, of those upstream names.
final class BuiltControllers {

    /// @param workers how many keys at the same time, from the options
    record Built(ControllerSpec<?> spec, ToIntFunction<ManagerOptions> workers) {}

    private static final List<Built> ALL =
            List.of(
                    new Built(
                            PodSetReconciler.REPLICA_SETS,
                            options -> options.of(ReplicaSetOptions.FLAGS).concurrentSyncs()),
                    new Built(
                            PodSetReconciler.REPLICATION_CONTROLLERS,
                            options ->
                                    options.of(ReplicationControllerOptions.FLAGS)
                                            .concurrentSyncs()),
                    new Built(
                            DeploymentReconciler.SPEC,
                            options -> options.of(DeploymentOptions.FLAGS).concurrentSyncs()));

    private static final Set<String> NAMED_BY_KUBEADM =
            Set.of("bootstrap-signer-controller", "token-cleaner-controller");

    private BuiltControllers() {}

    /// Those that the options ask for.
    static List<Built> selected(ManagerOptions options) {
        var selection = options.controllers();
        return ALL.stream()
                .filter(
                        built ->
                                ControllerDescriptors.ALL.stream()
                                        .filter(
                                                descriptor ->
                                                        descriptor
                                                                .name()
                                                                .equals(built.spec().name()))
                                        .anyMatch(selection::includes))
                .toList();
    }

    /// Controllers upstream would run with these options and we do not have yet.
    static List<String> missing(ManagerOptions options) {
        return unbuilt().stream()
                .filter(options.controllers()::includes)
                .filter(descriptor -> descriptor.missingGates(options.gates()).isEmpty())
                .map(ControllerDescriptor::name)
                .toList();
    }

    /// Those of them that were asked for by name, which nobody should believe to run. Kubeadm names
    /// two whoever it is for; they are only warned about.
    static List<String> refused(ManagerOptions options) {
        return unbuilt().stream()
                .filter(options.controllers()::names)
                .map(ControllerDescriptor::name)
                .filter(name -> !NAMED_BY_KUBEADM.contains(name))
                .toList();
    }

    private static List<ControllerDescriptor> unbuilt() {
        return ControllerDescriptors.ALL.stream()
                .filter(
                        descriptor ->
                                ALL.stream()
                                        .noneMatch(
                                                built ->
                                                        built.spec()
                                                                .name()
                                                                .equals(descriptor.name())))
                .toList();
    }
}
