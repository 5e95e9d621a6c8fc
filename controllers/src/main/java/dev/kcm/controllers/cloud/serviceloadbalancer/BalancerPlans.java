package dev.kcm.controllers.cloud.serviceloadbalancer;

import dev.kcm.model.core.v1.LoadBalancerStatus;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.cloud.CloudCall;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/// What is asked of the cloud and of the API server, one method for each [Snapshot.Task].
record BalancerPlans(Snapshot snapshot) {
    private static final Json FINALIZERS = Json.array(Json.of(BalancedService.FINALIZER));

    Plan deleteAbandoned() {
        var service = snapshot.abandoned().orElseThrow();
        var plan = Plan.of(
                "the Service of this load balancer is gone",
                Step.event(service.ref(), Reasons.DELETING, "Deleting load balancer"),
                Step.call(service.ref(), new CloudCall.DeleteAbandonedLoadBalancer(snapshot.clusterName(), service)));
        return snapshot.service().isPresent() ? plan.wakingIn(Duration.ZERO) : plan;
    }

    Plan delete() {
        return Plan.of(
                "no load balancer is wanted any more",
                Step.call(service().ref(), new CloudCall.DeleteLoadBalancer(snapshot.clusterName(), service())));
    }

    Plan hold() {
        return Plan.of(
                "its finalizer comes before its load balancer",
                patch(
                        metadata().with("finalizers", FINALIZERS),
                        Optional.empty(),
                        "add load balancer cleanup finalizer"));
    }

    Plan ensure() {
        var steps = new ArrayList<Step>();
        steps.add(Step.event(service().ref(), Reasons.ENSURING, "Ensuring load balancer"));
        if (snapshot.nodes().isEmpty()) {
            steps.add(noNodes());
        }
        steps.add(Step.call(
                service().ref(),
                new CloudCall.EnsureLoadBalancer(snapshot.clusterName(), service(), snapshot.nodes())));
        return Plan.inOrder("a load balancer is wanted", steps);
    }

    Plan updateNodes() {
        return Plan.of(
                "the nodes are others",
                Step.call(
                        service().ref(),
                        new CloudCall.UpdateLoadBalancer(snapshot.clusterName(), service(), snapshot.nodes())));
    }

    Plan publish(LoadBalancerStatus status) {
        var ensured = Step.event(service().ref(), Reasons.ENSURED, "Ensured load balancer");
        return status.equals(service().status().loadBalancer())
                ? Plan.of("its addresses are known", ensured)
                : Plan.of(
                        "its addresses are new",
                        ensured,
                        patch(metadata(), Optional.of(status), "update load balancer status"));
    }

    /// The finalizer goes together with the addresses: with the finalizer the Service itself may go.
    ///
    /// @param existed whether there was a balancer
    Plan release(boolean existed) {
        var steps = new ArrayList<Step>();
        if (existed) {
            steps.add(Step.event(service().ref(), Reasons.DELETING, "Deleting load balancer"));
        }
        boolean isHeld = BalancedService.hasFinalizer(service());
        boolean hasAddresses = !service().status().loadBalancer().ingress().isEmpty();
        if (isHeld || hasAddresses) {
            steps.add(patch(
                    isHeld ? metadata().with("$deleteFromPrimitiveList/finalizers", FINALIZERS) : metadata(),
                    hasAddresses ? Optional.of(LoadBalancerStatus.EMPTY) : Optional.empty(),
                    "remove load balancer cleanup finalizer"));
        }
        steps.add(Step.event(service().ref(), Reasons.DELETED, "Deleted load balancer"));
        return Plan.inOrder("its load balancer is gone", steps);
    }

    Plan told() {
        return Plan.of(
                "its load balancer knows the nodes",
                snapshot.nodes().isEmpty()
                        ? noNodes()
                        : Step.event(service().ref(), Reasons.UPDATED, "Updated load balancer with new hosts"));
    }

    Step noNodes() {
        return Step.warning(service().ref(), Reasons.NO_NODES, "There are no available nodes for LoadBalancer");
    }

    private Step patch(JsonObject metadata, Optional<LoadBalancerStatus> status, String what) {
        var change = Json.object("metadata", metadata);
        if (status.isPresent()) {
            change = change.with("status", Json.object("loadBalancer", json(status.get())));
        }
        return Step.patchStatus(Service.SERVICES, service().key(), PatchType.STRATEGIC, change)
                .withEvent(new Step.EventTemplate(
                        service().ref(),
                        "",
                        "",
                        Reasons.SYNC_FAILED,
                        "Error syncing load balancer: failed to %s: %%s".formatted(what)));
    }

    /// Never another Service of the same name.
    private JsonObject metadata() {
        return Json.object().with("uid", service().uid());
    }

    private static Json json(LoadBalancerStatus status) {
        return status.ingress().isEmpty() ? Json.NULL : Json.parse(status.toString());
    }

    private Service service() {
        return snapshot.service().orElseThrow();
    }
}
