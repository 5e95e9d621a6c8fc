package dev.kcm.controllers.cloud.noderoute;

import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeCondition;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The condition that says whether a node's pods are reached. While they are not, node-lifecycle keeps new pods away.
final class NetworkCondition {
    static final String TYPE = "NetworkUnavailable";

    private NetworkCondition() {}

    /// The write that makes it so, unless it is so. Another writer's condition, with another reason, is replaced.
    static Optional<Step> set(Node node, boolean hasRoutes, Instant now) {
        var wanted = NodeCondition.builder()
                .type(TYPE)
                .status(hasRoutes ? "False" : "True")
                .reason(hasRoutes ? "RouteCreated" : "NoRouteCreated")
                .message(hasRoutes ? "RouteController created a route" : "RouteController failed to create a route")
                .lastHeartbeatTime(now.truncatedTo(ChronoUnit.SECONDS))
                .lastTransitionTime(now.truncatedTo(ChronoUnit.SECONDS))
                .build();
        boolean isSet = Conditions.find(node.status().conditions(), TYPE)
                .filter(present -> present.status().equals(wanted.status())
                        && present.reason().equals(wanted.reason()))
                .isPresent();
        return isSet ? Optional.empty() : Optional.of(patch(node, wanted));
    }

    private static Step patch(Node node, NodeCondition condition) {
        var change = Json.object("metadata", Json.object().with("uid", node.uid()))
                .with("status", Json.object("conditions", Json.array(Json.parse(condition.toString()))));
        return Step.patchStatus(Node.NODES, node.key(), PatchType.STRATEGIC, change);
    }
}
