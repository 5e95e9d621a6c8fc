package dev.kcm.controllers.cloud.cloudnodelifecycle;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.stream.Stream;

/// The taint of nodes whose machine is switched off. It keeps new pods away and evicts none.
final class ShutdownTaint {
    static final Taint TAINT = Taint.builder()
            .key("node.cloudprovider.kubernetes.io/shutdown")
            .effect("NoSchedule")
            .build();

    private ShutdownTaint() {}

    static boolean isOn(Node node) {
        return node.spec().taints().stream().anyMatch(ShutdownTaint::isIt);
    }

    static Plan add(Node node) {
        return replace(
                "the machine is shut down",
                node,
                Stream.concat(others(node), Stream.of(TAINT)).toList());
    }

    static Plan remove(Node node) {
        return replace("the node is ready again", node, others(node).toList());
    }

    private static Stream<Taint> others(Node node) {
        return node.spec().taints().stream().filter(taint -> !isIt(taint));
    }

    private static boolean isIt(Taint taint) {
        return taint.key().equals(TAINT.key()) && taint.effect().equals(TAINT.effect());
    }

    /// Taints are a list that is replaced as a whole, so a node that has changed since refuses it.
    private static Plan replace(String why, Node node, List<Taint> taints) {
        var json = taints.isEmpty()
                ? Json.NULL
                : Json.array(taints.stream()
                        .map(taint -> Json.parse(taint.toString()))
                        .toList());
        var patch = Json.object(
                        "metadata",
                        Json.object().with("uid", node.uid()).with("resourceVersion", node.resourceVersion()))
                .with("spec", Json.object("taints", json));
        return Plan.of(why, Step.patch(Node.NODES, node.key(), PatchType.STRATEGIC, patch));
    }
}
