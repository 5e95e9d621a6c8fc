package dev.kcm.runtime.cloud;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import java.util.List;
import java.util.function.Supplier;

/// One change in the cloud, as data: a step of a plan. The executor makes the call.
public sealed interface CloudCall {

    /// A line for people, without values of the object.
    String describe();

    /// Makes the call; blocks as long as the cloud takes.
    ///
    /// @throws CloudException if it fails
    CloudAnswer on(CloudProvider provider);

    record EnsureLoadBalancer(String clusterName, Service service, List<Node> nodes) implements CloudCall {
        public EnsureLoadBalancer {
            nodes = List.copyOf(nodes);
        }

        @Override
        public String describe() {
            return "ensure the load balancer of services " + service.key();
        }

        @Override
        public CloudAnswer on(CloudProvider provider) {
            return elsewhereOr(
                    () -> new CloudAnswer.Balanced(balancers(provider).ensure(clusterName, service, nodes)));
        }
    }

    /// A balancer that is gone needs no update, whatever the cloud says of the attempt.
    record UpdateLoadBalancer(String clusterName, Service service, List<Node> nodes) implements CloudCall {
        public UpdateLoadBalancer {
            nodes = List.copyOf(nodes);
        }

        @Override
        public String describe() {
            return "update the nodes of the load balancer of services " + service.key();
        }

        @Override
        public CloudAnswer on(CloudProvider provider) {
            var balancers = balancers(provider);
            try {
                return elsewhereOr(() -> {
                    balancers.update(clusterName, service, nodes);
                    return new CloudAnswer.Done();
                });
            } catch (CloudException failed) {
                var found = CloudReply.to(
                        "the load balancer of services " + service.key(), () -> balancers.find(clusterName, service));
                if (found instanceof CloudReply.Said(var status) && status.isEmpty()) {
                    return new CloudAnswer.Absent();
                }
                throw failed;
            }
        }
    }

    /// Asks first whether there is a balancer, so that users are told of a deletion only where there was one.
    record DeleteLoadBalancer(String clusterName, Service service) implements CloudCall {
        @Override
        public String describe() {
            return "delete the load balancer of services " + service.key();
        }

        @Override
        public CloudAnswer on(CloudProvider provider) {
            if (!exists(balancers(provider))) {
                return new CloudAnswer.Absent();
            }
            return elsewhereOr(() -> deleted(balancers(provider)));
        }

        private boolean exists(LoadBalancers balancers) {
            try {
                return balancers.find(clusterName, service).isPresent();
            } catch (CloudException failed) {
                throw new CloudException(
                        "failed to check if load balancer exists before cleanup: " + failed.getMessage());
            }
        }

        private CloudAnswer deleted(LoadBalancers balancers) {
            try {
                balancers.delete(clusterName, service);
                return new CloudAnswer.Done();
            } catch (CloudException failed) {
                throw failed.isImplementedElsewhere()
                        ? failed
                        : new CloudException("failed to delete load balancer: " + failed.getMessage());
            }
        }
    }

    /// Deletes whatever there may be of the balancer of a Service that no longer exists.
    record DeleteAbandonedLoadBalancer(String clusterName, Service service) implements CloudCall {
        @Override
        public String describe() {
            return "delete the abandoned load balancer of services " + service.key();
        }

        @Override
        public CloudAnswer on(CloudProvider provider) {
            balancers(provider).delete(clusterName, service);
            return new CloudAnswer.Done();
        }
    }

    record CreateRoute(String clusterName, String nameHint, Route route) implements CloudCall {
        @Override
        public String describe() {
            return "create route %s to nodes %s".formatted(route.destination(), route.targetNode());
        }

        @Override
        public CloudAnswer on(CloudProvider provider) {
            routes(provider).create(clusterName, nameHint, route);
            return new CloudAnswer.Done();
        }
    }

    record DeleteRoute(String clusterName, Route route) implements CloudCall {
        @Override
        public String describe() {
            return "delete route %s to nodes %s".formatted(route.destination(), route.targetNode());
        }

        @Override
        public CloudAnswer on(CloudProvider provider) {
            routes(provider).delete(clusterName, route);
            return new CloudAnswer.Done();
        }
    }

    private static CloudAnswer elsewhereOr(Supplier<CloudAnswer> call) {
        try {
            return call.get();
        } catch (CloudException failed) {
            if (failed.isImplementedElsewhere()) {
                return new CloudAnswer.ImplementedElsewhere();
            }
            throw failed;
        }
    }

    private static LoadBalancers balancers(CloudProvider provider) {
        return provider.loadBalancers()
                .orElseThrow(() -> new CloudException("the cloud provider does not support external load balancers"));
    }

    private static Routes routes(CloudProvider provider) {
        return provider.routes().orElseThrow(() -> new CloudException("the cloud provider does not support routes"));
    }
}
