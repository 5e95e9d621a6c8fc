package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// What is to be written about a node.
final class NodeWrites {
    private NodeWrites() {}

    /// A node, and the plan that makes it so.
    record Change(Node node, Plan plan) {}

    /// Taints and labels in one patch; nothing if they are as they should be. Taints are a list that is replaced as a
    /// whole, so a node that has changed since refuses them.
    static Optional<Change> taintsAndLabels(Node node, NodeTaints.Eviction eviction, Instant now) {
        var taints = NodeTaints.changed(node, eviction, now.truncatedTo(ChronoUnit.SECONDS));
        var labels = NodeLabels.missingCopies(node.labels());
        if (taints.isEmpty() && labels.isEmpty()) {
            return Optional.empty();
        }
        var metadata = Json.object().with("uid", node.uid());
        if (!labels.isEmpty()) {
            var copies = Json.object();
            for (var copy : labels.entrySet()) {
                copies = copies.with(copy.getKey(), copy.getValue());
            }
            metadata = metadata.with("labels", copies);
        }
        var all = new HashMap<>(node.labels());
        all.putAll(labels);
        var changed = node.withMetadata(node.metadata().withLabels(all));
        if (taints.isEmpty()) {
            return Optional.of(new Change(changed, plan(node, Json.object("metadata", metadata), "labels are copied")));
        }
        var patch = Json.object("metadata", metadata.with("resourceVersion", node.resourceVersion()))
                .with("spec", Json.object("taints", json(taints.get())));
        return Optional.of(new Change(
                changed.withSpec(spec -> spec.taints(taints.get())),
                plan(node, patch, "taints follow the node's conditions")));
    }

    private static Plan plan(Node node, JsonObject patch, String why) {
        return Plan.of(why, Step.patch(Node.NODES, node.key(), PatchType.STRATEGIC, patch));
    }

    private static Json json(List<Taint> taints) {
        return taints.isEmpty()
                ? Json.NULL
                : Json.array(taints.stream()
                        .map(taint -> Json.parse(taint.toString()))
                        .toList());
    }
}
