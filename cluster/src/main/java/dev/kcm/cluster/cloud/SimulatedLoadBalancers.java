package dev.kcm.cluster.cloud;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.base.GoDuration;
import dev.kcm.model.core.v1.LoadBalancerIngress;
import dev.kcm.model.core.v1.LoadBalancerStatus;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import dev.kcm.runtime.cloud.CloudException;
import dev.kcm.runtime.cloud.LoadBalancers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Load balancers that balance nothing, and have an address nobody else has. Annotations of the Service make them slow
/// or have them fail.
final class SimulatedLoadBalancers implements LoadBalancers {
    private static final String AFTER = "kcm.dev/load-balancer-after";
    private static final String ERROR = "kcm.dev/load-balancer-error";

    private final Clock clock;
    private final BalancerAddresses addresses = new BalancerAddresses();

    /// By the uid of the Service: when one that was begun is ready.
    private final Map<String, Deadline> begun = new ConcurrentHashMap<>();

    SimulatedLoadBalancers(Clock clock) {
        this.clock = clock;
    }

    /// A Service with an address has a balancer, be it of another process.
    @Override
    public Optional<LoadBalancerStatus> find(String clusterName, Service service) {
        var held = addresses.of(service.uid());
        return held.isEmpty()
                ? Optional.of(service.status().loadBalancer())
                        .filter(status -> !status.ingress().isEmpty())
                : Optional.of(status(held));
    }

    @Override
    public LoadBalancerStatus ensure(String clusterName, Service service, List<Node> nodes) {
        failIfAnnotated(service);
        if (service.status().loadBalancer().ingress().isEmpty()) {
            awaitReady(service);
        }
        return status(addresses.take(service));
    }

    @Override
    public void update(String clusterName, Service service, List<Node> nodes) {
        failIfAnnotated(service);
    }

    @Override
    public void delete(String clusterName, Service service) {
        addresses.release(service.uid());
        begun.remove(service.uid());
    }

    private static void failIfAnnotated(Service service) {
        var error = service.annotations().get(ERROR);
        if (error != null) {
            throw new CloudException(error);
        }
    }

    private void awaitReady(Service service) {
        var ready = begun.computeIfAbsent(service.uid(), _ -> clock.deadlineIn(delay(service)));
        if (!ready.hasPassed()) {
            throw CloudException.retryAfter(ready.remaining(), "the load balancer is being provisioned");
        }
    }

    private static Duration delay(Service service) {
        var text = service.annotations().get(AFTER);
        try {
            return text == null ? Duration.ZERO : GoDuration.parse(text);
        } catch (IllegalArgumentException _) {
            throw new CloudException("%s is no duration: %s".formatted(AFTER, text));
        }
    }

    private static LoadBalancerStatus status(List<String> addresses) {
        return LoadBalancerStatus.builder()
                .ingress(addresses.stream()
                        .map(address -> LoadBalancerIngress.builder()
                                .ip(address)
                                .ipMode("VIP")
                                .build())
                        .toList())
                .build();
    }
}
