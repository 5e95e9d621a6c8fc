package dev.kcm.controllers.cloud.serviceloadbalancer;

import dev.kcm.controllers.cloud.serviceloadbalancer.Snapshot.Handled;
import dev.kcm.controllers.shared.clouds.ClusterNameOptions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cloud.CloudAnswer;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Gives Services of type LoadBalancer a load balancer of the cloud, tells it of the nodes it is to send to, and
/// deletes
/// it when it is not wanted any more. What to do follows from the Service, its nodes and what this process did before
/// ([Snapshot#task]); a new process ensures every balancer once more.
public final class ServiceLoadBalancerController implements Reconciler<Snapshot> {
    private static final Index<Service> WANTING = new Index<>(
            Service.SERVICES,
            "wants a load balancer",
            service -> BalancedService.wants(service) ? List.of(true) : List.of());

    public static final ControllerSpec SPEC = ControllerSpec.named("service-lb-controller")
            .alias("service")
            .component("service-controller")
            .reconciles(services())
            .watches(nodes())
            .indexes(WANTING)
            .writes("patch services/status")
            .workers(options -> options.of(ServiceLoadBalancerOptions.FLAGS).concurrentSyncs())
            .retries(RetryPolicy.perKeyOnly(Duration.ofSeconds(5), Duration.ofMinutes(5)))
            .disabledWhen(ServiceLoadBalancerController::disabledReason)
            .builtBy(ServiceLoadBalancerController::new);

    private final String clusterName;
    private final Memory<Handled> memory = new Memory<>();
    private final BalancerMetrics metrics;

    private ServiceLoadBalancerController(Settings settings) {
        this(settings.options().of(ClusterNameOptions.FLAGS).name(), new BalancerMetrics(settings.metrics()));
    }

    ServiceLoadBalancerController(String clusterName, BalancerMetrics metrics) {
        this.clusterName = clusterName;
        this.metrics = metrics;
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var service = caches.find(Service.SERVICES, key);
        var handled = memory.of(key);
        if (service.isEmpty() && handled.isEmpty()) {
            return new Observation.Gone<>();
        }
        var nodes = BalancedNodes.in(caches.of(Node.NODES));
        return new Observation.Observed<>(new Snapshot(clusterName, service, handled, nodes));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var plans = new BalancerPlans(snapshot);
        return switch (snapshot.task()) {
            case DELETE_ABANDONED -> plans.deleteAbandoned();
            case DELETE -> plans.delete();
            case HOLD -> plans.hold();
            case ENSURE -> plans.ensure();
            case UPDATE_NODES -> plans.updateNodes();
            case NOTHING -> Plan.nothing(idleReason(snapshot));
        };
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome.step() instanceof Step.CallCloud)
                .map(outcome -> settle(snapshot, outcome))
                .findFirst()
                .orElseGet(() -> Plan.nothing("nothing was asked of the cloud"));
    }

    private static Plan settle(Snapshot snapshot, Outcome call) {
        return switch (call) {
            case Outcome.Answered(var _, var answer) -> answered(snapshot, answer);
            case Outcome.Refused(var _, var because) -> refused(snapshot, because);
            default -> Plan.nothing("the cloud was not asked");
        };
    }

    private static Plan answered(Snapshot snapshot, CloudAnswer answer) {
        var plans = new BalancerPlans(snapshot);
        return switch (answer) {
            case CloudAnswer.Balanced(var status) -> plans.publish(status);
            case CloudAnswer.ImplementedElsewhere _ ->
                snapshot.task() == Snapshot.Task.DELETE
                        ? plans.release(true)
                        : Plan.nothing("another controller makes its load balancer");
            case CloudAnswer.Absent _ ->
                snapshot.task() == Snapshot.Task.DELETE
                        ? plans.release(false)
                        : Plan.nothing("there is no load balancer to be told of nodes");
            case CloudAnswer.Done _ ->
                switch (snapshot.task()) {
                    case DELETE -> plans.release(true);
                    case DELETE_ABANDONED ->
                        Plan.of(
                                "its load balancer is gone",
                                Step.event(
                                        snapshot.abandoned().orElseThrow().ref(),
                                        Reasons.DELETED,
                                        "Deleted load balancer"));
                    default -> plans.told();
                };
        };
    }

    private static Plan refused(Snapshot snapshot, ApiFailure because) {
        var message = because.message();
        var warning = switch (snapshot.task()) {
            case DELETE_ABANDONED ->
                Step.warning(
                        snapshot.abandoned().orElseThrow().ref(),
                        Reasons.DELETE_FAILED,
                        "Error deleting load balancer: " + message);
            case UPDATE_NODES ->
                Step.warning(
                        snapshot.service().orElseThrow().ref(),
                        Reasons.UPDATE_FAILED,
                        "Error updating load balancer with new hosts %s [node names limited, total number of nodes: %d], error: %s"
                                .formatted(
                                        BalancedNodes.shown(snapshot.nodes()),
                                        snapshot.nodes().size(),
                                        message));
            default ->
                Step.warning(
                        snapshot.service().orElseThrow().ref(),
                        Reasons.SYNC_FAILED,
                        "Error syncing load balancer: %s%s"
                                .formatted(
                                        snapshot.task() == Snapshot.Task.ENSURE
                                                ? "failed to ensure load balancer: "
                                                : "",
                                        message));
        };
        return Plan.of("the cloud refused", warning);
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        boolean isDone = writes.all().stream().anyMatch(Outcome.Answered.class::isInstance)
                && writes.firstFailure().isEmpty();
        var key = snapshot.service().or(snapshot::abandoned).orElseThrow().key();
        switch (snapshot.task()) {
            case DELETE_ABANDONED, DELETE -> {
                if (isDone) {
                    memory.forget(key);
                }
            }
            case ENSURE -> memory.keep(key, handled(snapshot, isDone));
            case UPDATE_NODES -> {
                memory.keep(key, handled(snapshot, isDone));
                metrics.updated(isDone, took);
            }
            case HOLD, NOTHING -> {}
        }
    }

    private static Handled handled(Snapshot snapshot, boolean isEnsured) {
        return new Handled(snapshot.service().orElseThrow(), isEnsured, BalancedNodes.identities(snapshot.nodes()));
    }

    private static String idleReason(Snapshot snapshot) {
        return snapshot.service().filter(BalancedService::wants).isPresent()
                ? "its load balancer fits"
                : "it wants no load balancer of the cloud";
    }

    private static Optional<String> disabledReason(Settings.Options options) {
        return options.cloud().flatMap(CloudProvider::loadBalancers).isPresent()
                ? Optional.empty()
                : Optional.of("the cloud provider does not support external load balancers");
    }

    private static WatchMapping<Service> services() {
        return new WatchMapping<>(Service.SERVICES, List.of(), (change, _, into) -> {
            var service = change.object();
            boolean wanted =
                    change instanceof Change.Updated<Service>(var before, var _) && BalancedService.wants(before);
            if (wanted || BalancedService.wants(service) || BalancedService.needsCleanUp(service)) {
                into.accept(service.key());
            }
        });
    }

    /// Nodes that are there when it starts come with the Services, each of which is synced then.
    private static WatchMapping<Node> nodes() {
        return new WatchMapping<>(Node.NODES, List.of(WANTING), (change, stores, into) -> {
            if (mayMatter(change)) {
                stores.of(Service.SERVICES).byIndex(WANTING, true).forEach(service -> into.accept(service.key()));
            }
        });
    }

    private static boolean mayMatter(Change<Node> change) {
        return switch (change) {
            case Change.Added<Node>(var _, var initial) -> !initial;
            case Change.Deleted<Node> _ -> true;
            case Change.Updated<Node>(var before, var now) ->
                BalancedNodes.isExcluded(before) != BalancedNodes.isExcluded(now)
                        || !before.spec().providerID().equals(now.spec().providerID());
            case Change.Resynced<Node> _ -> false;
        };
    }
}
