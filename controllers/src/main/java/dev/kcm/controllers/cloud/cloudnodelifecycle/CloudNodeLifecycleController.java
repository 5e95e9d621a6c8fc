package dev.kcm.controllers.cloud.cloudnodelifecycle;

import dev.kcm.controllers.shared.nodes.NodeMonitorOptions;
import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.cloud.Instances;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.Sweep;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Deletes nodes whose machine is gone from the cloud, and taints those whose machine is shut down. The cloud is asked
/// only about nodes that are not ready.
public final class CloudNodeLifecycleController implements Sweep<CloudNodeLifecycleController.Snapshot> {
    private static final String DELETING = "DeletingNode";
    private static final String DELETING_FAILED = "DeletingNodeFailed";

    public static final ControllerSpec SPEC = ControllerSpec.named("cloud-node-lifecycle-controller")
            .alias("cloud-node-lifecycle")
            .reads(Node.NODES)
            .writes("patch nodes", "delete nodes")
            .disabledWhen(CloudNodeLifecycleController::disabledReason)
            .sweptBy(CloudNodeLifecycleController::new);

    /// @param nodes those about which there may be something to do
    record Snapshot(List<Observed> nodes) {}

    record Observed(Node node, MachineState machine) {}

    private final Duration period;
    private final Instances instances;

    private CloudNodeLifecycleController(Settings settings) {
        this(
                settings.options().of(NodeMonitorOptions.FLAGS).period(),
                settings.options().cloud().flatMap(CloudProvider::instances).orElseThrow());
    }

    CloudNodeLifecycleController(Duration period, Instances instances) {
        this.period = period;
        this.instances = instances;
    }

    @Override
    public Duration period() {
        return period;
    }

    @Override
    public Snapshot observe(Caches caches, Instant now) {
        var observed = new ArrayList<Observed>();
        caches.of(Node.NODES).forEach(node -> {
            var machine = MachineState.of(node, instances);
            if (machine != MachineState.READY || ShutdownTaint.isOn(node)) {
                observed.add(new Observed(node, machine));
            }
        });
        return new Snapshot(observed);
    }

    @Override
    public List<Plan> decide(Snapshot snapshot) {
        return snapshot.nodes().stream()
                .flatMap(CloudNodeLifecycleController::plan)
                .toList();
    }

    /// A taint stays until the node is ready, also when its machine runs again.
    private static Stream<Plan> plan(Observed observed) {
        var node = observed.node();
        return switch (observed.machine()) {
            case READY -> ShutdownTaint.isOn(node) ? Stream.of(ShutdownTaint.remove(node)) : Stream.empty();
            case SHUT_DOWN -> ShutdownTaint.isOn(node) ? Stream.empty() : Stream.of(ShutdownTaint.add(node));
            case GONE -> node.isDeleting() ? Stream.empty() : Stream.of(deletion(node));
            case RUNNING, UNKNOWN -> Stream.empty();
        };
    }

    private static Plan deletion(Node node) {
        return Plan.of(
                "its machine does not exist any more",
                Step.event(
                        node.ref(),
                        DELETING,
                        "Deleting node %s because it does not exist in the cloud provider".formatted(node.name())),
                Step.delete(node)
                        .withEvent(new Step.EventTemplate(
                                node.ref(),
                                "",
                                "",
                                DELETING_FAILED,
                                "Failed deleting node %s: %%s".formatted(node.name()))));
    }

    private static Optional<String> disabledReason(Settings.Options options) {
        return options.cloud().flatMap(CloudProvider::instances).isPresent()
                ? Optional.empty()
                : Optional.of("cloud provider does not support instances");
    }
}
