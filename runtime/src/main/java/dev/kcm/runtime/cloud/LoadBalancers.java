package dev.kcm.runtime.cloud;

import dev.kcm.model.core.v1.LoadBalancerStatus;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import java.util.List;
import java.util.Optional;

/// Load balancers for Services. A cloud in which somebody else makes them answers [#ensure] and [#update] with
/// [CloudException#implementedElsewhere]; it still deletes those that it made before.
///
/// The name of the cluster is that of `--cluster-name`, for clouds with several.
public interface LoadBalancers {

    /// The balancer of a Service, if there is one.
    Optional<LoadBalancerStatus> find(String clusterName, Service service);

    /// Makes a balancer, or makes the one that is there fit the Service and the nodes.
    ///
    /// @return where clients reach it
    /// @throws CloudException that may say when to ask again, for one that takes its time
    LoadBalancerStatus ensure(String clusterName, Service service, List<Node> nodes);

    /// Makes the balancer that is there send to these nodes and no others.
    void update(String clusterName, Service service, List<Node> nodes);

    /// Deletes the balancer with all its parts; fine if there is none.
    void delete(String clusterName, Service service);
}
