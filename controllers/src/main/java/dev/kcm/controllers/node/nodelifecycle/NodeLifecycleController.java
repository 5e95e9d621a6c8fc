package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.controllers.node.nodelifecycle.NodeTaints.Eviction;
import dev.kcm.controllers.shared.nodes.NodeMonitorOptions;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.EventLoop;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Watches over nodes: those that fall silent are marked, taints follow conditions, pods of lost nodes count as not
/// ready, and lost nodes get, some at a time, the taint that evicts their pods.
///
/// Every few seconds it goes over all nodes. A pass ends when the statuses it writes are written, as what follows
/// from them must not come before them.
public final class NodeLifecycleController implements EventLoop<NodeEvent> {
    public static final String NAME = "node-lifecycle-controller";

    private static final String LEASES_IN = "kube-node-lease";
    private static final int WRITERS = 8;
    private static final List<Resource<?>> FOLLOWED = List.of(Node.NODES, Lease.LEASES, LeanPod.PODS);

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("nodelifecycle")
            .component("node-controller")
            .queue("node_lifecycle_controller")
            .reads(Node.NODES)
            .reads(Lease.LEASES)
            .reads(LeanPod.PODS)
            .writes("update nodes/status", "patch nodes", "patch pods/status")
            .workers(_ -> WRITERS)
            .loopedBy(NodeLifecycleController::new);

    private final NodeLifecycleOptions options;
    private final Duration period;
    private final LifecycleMetrics metrics;
    private final Zones zones;
    private final Map<String, ObservedNode> nodes = new HashMap<>();
    private final List<Effect<NodeEvent>> effects = new ArrayList<>();
    private final Set<Resource<?>> listed = new HashSet<>();

    /// Nodes whose status the pass under way has yet to write, and whether they were ready.
    private final Map<String, Boolean> unwritten = new HashMap<>();

    /// Nodes that were ready until the pass under way found them silent.
    private final Set<String> turned = new HashSet<>();

    /// Nodes that could not be written in the pass under way.
    private final Set<String> skipped = new HashSet<>();

    private Instant passBegan = Instant.EPOCH;

    NodeLifecycleController(Settings settings) {
        this.options = settings.options().of(NodeLifecycleOptions.FLAGS);
        this.period = settings.options().of(NodeMonitorOptions.FLAGS).period();
        this.metrics = new LifecycleMetrics(settings.metrics());
        this.zones = new Zones(options, metrics);
    }

    @Override
    public List<Effect<NodeEvent>> begin(Instant now) {
        return List.of(new Effect.Follow<>(FOLLOWED));
    }

    @Override
    public Optional<NodeEvent> changed(Resource<?> followed, Change<? extends KubeObject> change) {
        boolean isGone = change instanceof Change.Deleted<?>;
        return switch (change.object()) {
            case Node node -> Optional.of(isGone ? new NodeEvent.NodeGone(node) : new NodeEvent.NodeChanged(node));
            case Lease lease -> lease(lease, isGone);
            case LeanPod pod -> pod(pod, change);
            default -> Optional.empty();
        };
    }

    /// Renewals count when the next pass looks at them.
    @Override
    public boolean canWait(Resource<?> followed) {
        return followed.equals(Lease.LEASES);
    }

    private static Optional<NodeEvent> lease(Lease lease, boolean isGone) {
        if (!lease.namespace().equals(LEASES_IN)) {
            return Optional.empty();
        }
        return isGone
                ? Optional.of(new NodeEvent.LeaseGone(lease.name()))
                : lease.spec().renewTime().map(at -> new NodeEvent.LeaseRenewed(lease.name(), at));
    }

    private static Optional<NodeEvent> pod(LeanPod pod, Change<? extends KubeObject> change) {
        if (pod.spec().nodeName().isEmpty()) {
            return Optional.empty();
        }
        return switch (change) {
            case Change.Deleted<?> _ -> Optional.of(new NodeEvent.PodGone(pod));
            case Change.Updated<?>(LeanPod before, var _) when PodReadiness.isAlike(before, pod) -> Optional.empty();
            default -> Optional.of(new NodeEvent.PodChanged(pod));
        };
    }

    @Override
    public NodeEvent listed(Resource<?> followed) {
        return new NodeEvent.Listed(followed);
    }

    @Override
    public List<Effect<NodeEvent>> take(NodeEvent event, Instant now) {
        switch (event) {
            case NodeEvent.NodeChanged(var node) -> nodeChanged(node, now);
            case NodeEvent.NodeGone(var node) -> observed(node.name()).gone();
            case NodeEvent.LeaseRenewed(var node, var at) -> observed(node).renewed(at);
            case NodeEvent.LeaseGone(var node) -> observed(node).leaseGone();
            case NodeEvent.PodChanged(var pod) -> podChanged(pod, now);
            case NodeEvent.PodGone(var pod) -> observed(pod.spec().nodeName()).gone(pod);
            case NodeEvent.Listed(var resource) -> listed(resource, now);
            case NodeEvent.MonitorDue() -> beginPass(now);
            case NodeEvent.StatusWritten(var marked, var outcomes) -> statusWritten(marked, outcomes, now);
            case NodeEvent.EvictionDue(var zone) -> evictionDue(zones.of(zone, now), now);
            case NodeEvent.WriteDue(var node) -> write(observed(node), now);
            case NodeEvent.TaintsWritten(var before, var eviction, var outcomes) ->
                taintsWritten(before, eviction, outcomes, now);
            case NodeEvent.PodsMarked(var node, var outcomes) ->
                observed(node).markPodsAgain(outcomes.firstFailure().isPresent());
            case NodeEvent.Reported() -> {}
        }
        var sent = List.copyOf(effects);
        effects.clear();
        return sent;
    }

    @Override
    public Optional<String> picture(List<String> uids) {
        var lines = new StringBuilder();
        for (var zone : zones.all()) {
            lines.append("zone %s: %s, evicts %s nodes per second, waiting: %s\n"
                    .formatted(zone.shownName(), zone.state(), zone.rate(), zone.waiting()));
        }
        return Optional.of(lines.toString());
    }

    // ---- what the watches show

    private ObservedNode observed(String node) {
        return nodes.computeIfAbsent(node, _ -> new ObservedNode());
    }

    private void nodeChanged(Node node, Instant now) {
        var observed = observed(node.name());
        observed.show(node);
        write(observed, now);
    }

    /// A pod that was bound to a node after its others were marked.
    private void podChanged(LeanPod pod, Instant now) {
        var observed = observed(pod.spec().nodeName());
        observed.show(pod);
        boolean isLost = observed.health().flatMap(NodeHealth::ready).isPresent() && !observed.isReady();
        if (isStarted() && isLost && PodReadiness.isToBeMarked(pod)) {
            mark(pod.spec().nodeName(), List.of(pod), now);
        }
    }

    private void listed(Resource<?> resource, Instant now) {
        listed.add(resource);
        if (isStarted()) {
            nodes.values().forEach(observed -> write(observed, now));
            beginPass(now);
        }
    }

    private boolean isStarted() {
        return listed.size() == FOLLOWED.size();
    }

    // ---- a pass over all nodes

    private void beginPass(Instant now) {
        passBegan = now;
        turned.clear();
        skipped.clear();
        nodes.forEach((name, observed) -> observed.node().ifPresent(node -> {
            register(observed, node, now);
            checkHealth(observed, node, now);
        }));
        nodes.entrySet().removeIf(entry -> unregister(entry.getKey(), entry.getValue()));
        endPassIfWritten(now);
    }

    /// Upstream takes the evicting taints from every node it has not seen before, and so does ours: also of those
    /// that were there when it started, which get them back in turn.
    private void register(ObservedNode observed, Node node, Instant now) {
        zones.of(observed.zone(), now);
        if (!observed.isRegistered()) {
            observed.register();
            observed.markPodsAgain(observed.isSilent());
            report(node, Reasons.REGISTERED_NODE, "Node %1$s event: Registered Node %1$s in Controller");
            order(observed, Eviction.NONE, now);
        }
    }

    private boolean unregister(String name, ObservedNode observed) {
        observed.lost().ifPresent(node -> {
            zones.all().forEach(zone -> zone.remove(name));
            report(node, Reasons.REMOVING_NODE, "Node %1$s event: Removing Node %1$s from Controller");
        });
        observed.unregisterIfLost();
        return observed.isForgotten();
    }

    private void checkHealth(ObservedNode observed, Node node, Instant now) {
        var health = observed.observe(node, now);
        if (!health.isSilent(options, now)) {
            return;
        }
        NodeHealth.markedUnknown(node, now.truncatedTo(ChronoUnit.SECONDS)).ifPresent(marked -> {
            if (observed.isWriting()) {
                skipped.add(node.name());
            } else {
                writeStatus(observed, marked, health.silence(now));
            }
        });
    }

    private void writeStatus(ObservedNode observed, Node marked, Duration silence) {
        unwritten.put(marked.name(), observed.isReady());
        observed.writing(true);
        execute(
                Plan.of(
                        "the node was not heard of for %d s".formatted(silence.toSeconds()),
                        Step.updateStatus(marked, Step.Urgency.NOW)),
                outcomes -> new NodeEvent.StatusWritten(marked, outcomes));
    }

    private void statusWritten(Node marked, Outcomes outcomes, Instant now) {
        var observed = observed(marked.name());
        observed.writing(false);
        metrics.markingTook(Duration.between(passBegan, now));
        boolean wasReady = Boolean.TRUE.equals(unwritten.remove(marked.name()));
        switch (outcomes.all().getFirst()) {
            case Outcome.Applied applied -> {
                if (wasReady) {
                    turned.add(marked.name());
                }
                observed.written(marked, applied.resourceVersion());
                write(observed, now);
            }
            case Outcome.Refused(var _, ApiFailure.Conflict _)
            when hasChangedSince(observed, marked) ->
                checkHealth(observed, observed.node().orElseThrow(), now);
            default -> skipped.add(marked.name());
        }
        endPassIfWritten(now);
    }

    private static boolean hasChangedSince(ObservedNode observed, Node marked) {
        return observed.node()
                .filter(node -> !node.resourceVersion().equals(marked.resourceVersion()))
                .isPresent();
    }

    private void endPassIfWritten(Instant now) {
        if (unwritten.isEmpty()) {
            endPass(now);
        }
    }

    private void endPass(Instant now) {
        var counted = new ArrayList<ObservedNode>();
        nodes.forEach((name, observed) -> {
            if (observed.node().isPresent() && !skipped.contains(name)) {
                counted.add(observed);
                followCondition(name, observed, now);
            }
        });
        switch (zones.judge(counted, now)) {
            case AS_BEFORE -> {}
            case ALL_LOST -> nodes.values().forEach(it -> it.node().ifPresent(_ -> order(it, Eviction.NONE, now)));
            case BACK_AGAIN -> nodes.values().forEach(it -> it.heard(now));
        }
        zones.all().forEach(zone -> evict(zone, now));
        metrics.passTook(Duration.between(passBegan, now));
        effects.add(new Effect.Schedule<>(period, new NodeEvent.MonitorDue()));
    }

    /// Nothing follows for a node that nobody has said anything of yet.
    private void followCondition(String name, ObservedNode observed, Instant now) {
        var node = observed.node().orElseThrow();
        observed.ready().ifPresent(ready -> {
            var zone = zones.of(observed.zone(), now);
            if (observed.isReady()) {
                zone.remove(name);
                order(observed, Eviction.NONE, now);
            } else {
                evictInTurn(name, observed, node, Eviction.of(ready), zone, now);
            }
            if (turned.contains(name)) {
                report(node, Reasons.NODE_NOT_READY, "Node %1$s status is now: NodeNotReady");
            }
            if (turned.contains(name) || (observed.marksPodsAgain() && !observed.isReady())) {
                mark(name, observed.podsToBeMarked(), now);
            }
        });
    }

    // ---- taints

    /// A node that has one of the evicting taints gets the other in its place at once: its pods are being evicted
    /// anyway.
    private void evictInTurn(String name, ObservedNode observed, Node node, Eviction wanted, Zone zone, Instant now) {
        boolean isLeftAlone = observed.ordered() == Eviction.KEEP;
        if (observed.ordered() == wanted || (isLeftAlone && NodeTaints.isEvicting(node, wanted))) {
            return;
        }
        if (isLeftAlone && observed.isEvicting()) {
            order(observed, wanted, now);
        } else if (zone.add(name)) {
            effects.add(new Effect.LogDecision<>(
                    Node.NODES,
                    node.key(),
                    "is not ready: its pods are to be evicted",
                    "waits for its turn; %d nodes of %s are before it, of which %s may go per second"
                            .formatted(zone.waiting().size() - 1, zone.shownName(), zone.rate())));
        }
    }

    private void order(ObservedNode observed, Eviction eviction, Instant now) {
        boolean isDone = eviction == Eviction.NONE && !observed.isEvicting() && !observed.isWriting();
        observed.order(isDone ? Eviction.KEEP : eviction);
        write(observed, now);
    }

    private void evictionDue(Zone zone, Instant now) {
        zone.timerFired();
        evict(zone, now);
    }

    private void evict(Zone zone, Instant now) {
        for (var next = zone.next(now); next.isPresent(); next = zone.next(now)) {
            var observed = observed(next.get());
            observed.ready().filter(_ -> !observed.isReady()).ifPresent(ready -> {
                observed.orderInTurn(Eviction.of(ready), zone.name());
                write(observed, now);
            });
        }
        zone.startTimer(now)
                .ifPresent(delay -> effects.add(new Effect.Schedule<>(delay, new NodeEvent.EvictionDue(zone.name()))));
    }

    /// One write at a time for each node, each after the watch or our own last write has shown what the node is like.
    private void write(ObservedNode observed, Instant now) {
        if (!isStarted() || observed.isWriting() || observed.node().isEmpty() || observed.isSettled()) {
            return;
        }
        var eviction = observed.ordered();
        var change = NodeWrites.taintsAndLabels(observed.node().get(), eviction, now);
        if (change.isEmpty()) {
            observed.settled();
            return;
        }
        var wanted = change.get().node();
        observed.writing(true);
        execute(change.get().plan(), outcomes -> new NodeEvent.TaintsWritten(wanted, eviction, outcomes));
    }

    private void taintsWritten(Node wanted, Eviction eviction, Outcomes outcomes, Instant now) {
        var observed = observed(wanted.name());
        observed.writing(false);
        if (observed.node().filter(it -> it.uid().equals(wanted.uid())).isEmpty()) {
            return;
        }
        if (outcomes.all().getFirst() instanceof Outcome.Applied applied) {
            observed.evictedFrom().filter(_ -> observed.ordered() == eviction).ifPresent(metrics::evicted);
            if (observed.ordered() == eviction) {
                observed.order(Eviction.KEEP);
            }
            observed.written(wanted, applied.resourceVersion());
            effects.add(new Effect.LogDecision<>(
                    Node.NODES, wanted.key(), "its taints and labels follow its conditions", "waits for a change"));
            write(observed, now);
        } else {
            var delay = observed.delayAfterFailure();
            effects.add(new Effect.Schedule<>(delay, new NodeEvent.WriteDue(wanted.name())));
        }
    }

    // ---- effects

    private void mark(String name, List<LeanPod> pods, Instant now) {
        if (!pods.isEmpty()) {
            execute(PodReadiness.marking(name, pods, now), outcomes -> new NodeEvent.PodsMarked(name, outcomes));
        }
    }

    /// @param note `%1$s` stands for the node's name
    private void report(Node node, String reason, String note) {
        var event = Step.event(node.ref(), reason, note.formatted(node.name()));
        execute(Plan.of("users are told", event), _ -> new NodeEvent.Reported());
    }

    private void execute(Plan plan, Function<Outcomes, NodeEvent> then) {
        effects.add(new Effect.Execute<>(Node.NODES, plan, then));
    }
}
