package dev.kcm.controllers.cloud.noderoute;

import dev.kcm.base.metrics.Counter;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.clouds.ClusterNameOptions;
import dev.kcm.controllers.shared.nodes.PodAddressOptions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cloud.CloudCall;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.cloud.CloudReply;
import dev.kcm.runtime.cloud.Route;
import dev.kcm.runtime.cloud.Routes;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Gives every node with a range of pod addresses a route in the cloud, deletes routes that lead nowhere, and says on
/// the node whether its pods are reached. One key stands for all of it: the cloud lists its routes at once.
///
/// Comparisons are some seconds apart, whatever asks for them. With the feature
/// `CloudControllerManagerWatchBasedRoutesReconciliation` changes of nodes ask for them, otherwise the clock.
public final class NodeRouteController implements Reconciler<NodeRouteController.Snapshot> {
    private static final ObjectKey ALL = ObjectKey.of("routes");
    private static final String WATCH_BASED = "CloudControllerManagerWatchBasedRoutesReconciliation";
    private static final Duration BETWEEN_WATCHED = Duration.ofSeconds(10);

    public static final ControllerSpec SPEC = ControllerSpec.named("node-route-controller")
            .alias("route")
            .component("route_controller")
            .queue("Routes")
            .reconciles(nodes())
            .initially(ALL)
            .writes("patch nodes/status")
            .retries(RetryPolicy.perKeyOnly(BETWEEN_WATCHED, BETWEEN_WATCHED))
            .disabledWhen(NodeRouteController::disabledReason)
            .failsStartWhen(NodeRouteController::startupError)
            .builtBy(NodeRouteController::new);

    /// @param rest how long the next comparison has to wait; then there is nothing else here
    record Snapshot(List<Node> nodes, List<Route> routes, Optional<Duration> rest, Instant now) {}

    private final Routes routes;
    private final String clusterName;
    private final ClusterRanges ranges;
    private final Optional<Duration> period;
    private final Counter.One passes;

    /// When the last comparison began; also of one that failed, so that the cloud is not asked again at once.
    private final Memory<Instant> began = new Memory<>();

    private NodeRouteController(Settings settings) {
        this(
                settings.options().cloud().flatMap(CloudProvider::routes).orElseThrow(),
                settings.options().of(ClusterNameOptions.FLAGS).name(),
                ClusterRanges.of(ranges(settings.options())),
                settings.gates().isEnabled(WATCH_BASED)
                        ? Optional.empty()
                        : Optional.of(settings.options().of(RouteOptions.FLAGS).reconciliationPeriod()),
                settings.metrics());
    }

    /// @param period how often routes are compared; without one, when nodes change
    NodeRouteController(
            Routes routes, String clusterName, ClusterRanges ranges, Optional<Duration> period, Metrics metrics) {
        this.routes = routes;
        this.clusterName = clusterName;
        this.ranges = ranges;
        this.period = period;
        this.passes = metrics.counter(
                        "route_controller_route_sync_total",
                        "[ALPHA] A metric counting the amount of times routes have been synced with the cloud"
                                + " provider.")
                .with();
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var rest = began.of(key)
                .map(last -> Duration.between(now, last.plus(period.orElse(BETWEEN_WATCHED))))
                .filter(Duration::isPositive);
        if (rest.isPresent()) {
            return new Observation.Observed<>(new Snapshot(List.of(), List.of(), rest, now));
        }
        began.keep(key, now);
        passes.increment();
        return switch (CloudReply.to("all routes", () -> routes.list(clusterName))) {
            case CloudReply.Unknown<List<Route>>(var because) -> new Observation.Failed<>(because.failure());
            case CloudReply.Said<List<Route>>(var found) -> {
                var nodes = new ArrayList<Node>();
                caches.of(Node.NODES).forEach(nodes::add);
                yield new Observation.Observed<>(new Snapshot(nodes, found, Optional.empty(), now));
            }
        };
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (snapshot.rest().isPresent()) {
            return Plan.nothing("routes were compared a moment ago").wakingIn(snapshot.rest());
        }
        return Plan.byObject(
                        "routes follow the ranges of nodes",
                        comparison(snapshot).steps())
                .wakingIn(period);
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        if (snapshot.rest().isPresent()) {
            return Plan.nothing("nothing was compared");
        }
        var comparison = comparison(snapshot);
        var unreached = failedCreations(writes)
                .map(outcome -> outcome.step().key().name())
                .collect(Collectors.toSet());
        var conditions = snapshot.nodes().stream()
                .filter(comparison::isKnown)
                .flatMap(node -> NetworkCondition.set(node, isReached(node, unreached), snapshot.now()).stream());
        return Plan.inOrder("some routes could not be created", warnings(writes))
                .then(Plan.byObject("conditions follow routes", conditions.toList()));
    }

    private RouteComparison comparison(Snapshot snapshot) {
        return new RouteComparison(clusterName, ranges, snapshot.nodes(), snapshot.routes());
    }

    private static boolean isReached(Node node, Set<String> unreached) {
        return !node.spec().podCIDRs().isEmpty() && !unreached.contains(node.name());
    }

    private static List<Step> warnings(Outcomes writes) {
        return failedCreations(writes)
                .flatMap(outcome -> outcome instanceof Outcome.Refused(var step, var because)
                        ? Stream.of(warning((Step.CallCloud) step, because.message()))
                        : Stream.empty())
                .toList();
    }

    private static Step warning(Step.CallCloud step, String message) {
        var creation = (CloudCall.CreateRoute) step.call();
        return Step.warning(
                step.about(),
                "FailedToCreateRoute",
                "Could not create route %s %s for node %s: %s"
                        .formatted(
                                creation.nameHint(),
                                creation.route().destination(),
                                creation.route().targetNode(),
                                message));
    }

    /// Those that were refused, and those that were not tried because something before them was.
    private static Stream<Outcome> failedCreations(Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome instanceof Outcome.Refused || outcome instanceof Outcome.Skipped)
                .filter(outcome ->
                        outcome.step() instanceof Step.CallCloud call && call.call() instanceof CloudCall.CreateRoute);
    }

    private static Optional<String> disabledReason(Settings.Options options) {
        if (!options.of(RouteOptions.FLAGS).configure()) {
            return Optional.of("Will not configure cloud provider routes, --configure-cloud-routes: false");
        }
        if (options.cloud().flatMap(CloudProvider::routes).isEmpty()) {
            return Optional.of("--configure-cloud-routes is set, but cloud provider does not support routes."
                    + " Will not configure cloud provider routes.");
        }
        return ranges(options).isEmpty() ? Optional.of("--cluster-cidr is not given") : Optional.empty();
    }

    private static Optional<String> startupError(Settings.Options options) {
        return disabledReason(options).isPresent() ? Optional.empty() : ClusterRanges.problem(ranges(options));
    }

    private static String ranges(Settings.Options options) {
        return options.of(PodAddressOptions.FLAGS).clusterRanges();
    }

    private static WatchMapping<Node> nodes() {
        return new WatchMapping<>(Node.NODES, List.of(), (change, _, into) -> {
            boolean isIrrelevant = change instanceof Change.Updated<Node>(var before, var now)
                    && before.spec().podCIDRs().equals(now.spec().podCIDRs())
                    && before.status().addresses().equals(now.status().addresses());
            if (!isIrrelevant) {
                into.accept(ALL);
            }
        });
    }
}
