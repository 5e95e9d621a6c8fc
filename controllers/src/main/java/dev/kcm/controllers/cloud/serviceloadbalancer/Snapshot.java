package dev.kcm.controllers.cloud.serviceloadbalancer;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A Service, and what this process knows of its balancer.
///
/// @param service none if there is none of that name any more
/// @param handled what was last done about a Service of that name, since this process started
/// @param nodes those a balancer is to send to
record Snapshot(String clusterName, Optional<Service> service, Optional<Handled> handled, List<Node> nodes) {

    /// @param service as it was
    /// @param isEnsured whether the cloud said yes
    /// @param nodes those it was told of, by name, with their providerID
    record Handled(Service service, boolean isEnsured, Map<String, String> nodes) {}

    /// What is to be done about it.
    enum Task {
        /// The Service is gone, or another one has its name: nobody else deletes its balancer.
        DELETE_ABANDONED,
        DELETE,
        /// Nothing is made in the cloud before the Service can be seen to be held by its finalizer.
        HOLD,
        ENSURE,
        UPDATE_NODES,
        NOTHING
    }

    Task task() {
        if (abandoned().isPresent()) {
            return Task.DELETE_ABANDONED;
        }
        if (service.isEmpty()) {
            return Task.NOTHING;
        }
        var now = service.get();
        if (BalancedService.needsCleanUp(now) || (!BalancedService.wants(now) && handled.isPresent())) {
            return Task.DELETE;
        }
        if (!BalancedService.wants(now) || now.isDeleting()) {
            return Task.NOTHING;
        }
        return wanted(now);
    }

    private Task wanted(Service now) {
        if (!BalancedService.hasFinalizer(now)) {
            return Task.HOLD;
        }
        var fitting = handled.filter(it -> it.isEnsured() && !BalancedService.differs(it.service(), now));
        if (fitting.isEmpty()) {
            return Task.ENSURE;
        }
        return fitting.get().nodes().equals(BalancedNodes.identities(nodes)) ? Task.NOTHING : Task.UPDATE_NODES;
    }

    /// A Service whose balancer was left behind.
    Optional<Service> abandoned() {
        return handled.map(Handled::service)
                .filter(before ->
                        service.filter(now -> now.uid().equals(before.uid())).isEmpty())
                .filter(BalancedService::wants);
    }
}
