package dev.kcm.controllers.node.nodeipam;

import dev.kcm.base.Backoff;
import dev.kcm.controllers.node.nodeipam.NodeRanges.Holding;
import dev.kcm.controllers.shared.nodes.PodAddressOptions;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.PatchType;
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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// Gives every node ranges of addresses for its pods.
///
/// No two nodes get the same: nothing is given away before all nodes are known, and a range that was given to a node is
/// kept for it until the watch shows that it has another, or that it is gone.
public final class NodeIpamController implements EventLoop<NodeIpamEvent> {
    static final String NAME = "node-ipam-controller";
    static final String CIDR_NOT_AVAILABLE = "CIDRNotAvailable";
    static final String CIDR_ASSIGNMENT_FAILED = "CIDRAssignmentFailed";

    private static final int WRITERS = 30;

    /// So often a write is tried at once before users are told.
    private static final int TRIES = 3;

    private static final Backoff BETWEEN_WRITES = Backoff.doubling(Duration.ofMillis(5), Duration.ofSeconds(1000));
    private static final Backoff BETWEEN_REMINDERS = Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(1000));

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("nodeipam")
            .component("cidrAllocator")
            .queue("cidrallocator_node")
            .reads(Node.NODES)
            .writes("patch nodes")
            .workers(_ -> WRITERS)
            .disabledWhen(NodeIpamController::disabledReason)
            .failsStartWhen(NodeIpamController::startupError)
            .loopedBy(NodeIpamController::new);

    private final NodeRanges ranges;
    private final Map<String, AddressedNode> nodes = new TreeMap<>();
    private final List<Effect<NodeIpamEvent>> effects = new ArrayList<>();

    /// Nodes for which nothing is left, in the order they came.
    private final Set<String> waiting = new LinkedHashSet<>();

    private boolean isListed;

    NodeIpamController(Settings settings) {
        this.ranges = new NodeRanges(
                RangeSettings.of(
                        settings.options().of(PodAddressOptions.FLAGS),
                        settings.options().of(NodeIpamOptions.FLAGS)),
                settings.metrics());
    }

    private static Optional<String> disabledReason(Settings.Options options) {
        return options.of(PodAddressOptions.FLAGS).allocate()
                ? Optional.empty()
                : Optional.of("--allocate-node-cidrs is off");
    }

    private static Optional<String> startupError(Settings.Options options) {
        var addresses = options.of(PodAddressOptions.FLAGS);
        return addresses.allocate()
                ? RangeSettings.problem(addresses, options.of(NodeIpamOptions.FLAGS))
                : Optional.empty();
    }

    @Override
    public List<Effect<NodeIpamEvent>> begin(Instant now) {
        return List.of(new Effect.Follow<>(List.of(Node.NODES)));
    }

    @Override
    public Optional<NodeIpamEvent> changed(Resource<?> followed, Change<? extends KubeObject> change) {
        if (!(change.object() instanceof Node node)) {
            return Optional.empty();
        }
        return switch (change) {
            case Change.Deleted<?> _ -> Optional.of(new NodeIpamEvent.NodeGone(node));
            case Change.Updated<?>(Node before, var _) when isAlike(before, node) -> Optional.empty();
            default -> Optional.of(new NodeIpamEvent.NodeShown(node));
        };
    }

    private static boolean isAlike(Node before, Node now) {
        return before.uid().equals(now.uid())
                && before.isDeleting() == now.isDeleting()
                && before.spec().podCIDRs().equals(now.spec().podCIDRs());
    }

    @Override
    public NodeIpamEvent listed(Resource<?> followed) {
        return new NodeIpamEvent.Listed();
    }

    @Override
    public List<Effect<NodeIpamEvent>> take(NodeIpamEvent event, Instant now) {
        switch (event) {
            case NodeIpamEvent.NodeShown(var node) -> shown(node);
            case NodeIpamEvent.NodeGone(var node) -> gone(node.name());
            case NodeIpamEvent.Listed() -> listed();
            case NodeIpamEvent.Assigned(var node, var outcomes) -> assigned(node, outcomes);
            case NodeIpamEvent.TryDue(var node) -> assign(node);
            case NodeIpamEvent.ReminderDue(var node) -> remind(node);
            case NodeIpamEvent.Reported() -> {}
        }
        var sent = List.copyOf(effects);
        effects.clear();
        return sent;
    }

    @Override
    public Optional<String> picture(List<String> uids) {
        return Optional.of("%s\nwaiting: %s\n".formatted(ranges, waiting));
    }

    // ---- what the watch shows

    private void shown(Node node) {
        var known = nodes.get(node.name());
        if (known != null && known.isOtherObjectThan(node)) {
            gone(node.name());
        } else if (known != null && known.isOutdated(node)) {
            return;
        }
        var addressed = nodes.computeIfAbsent(node.name(), _ -> new AddressedNode(node));
        addressed.show(node);
        has(addressed, node);
        assign(node.name());
    }

    /// What it has is held before what was kept for it is released, so that nothing of it is free for a moment.
    private void has(AddressedNode addressed, Node node) {
        if (node.spec().podCIDRs().isEmpty() && addressed.held().isEmpty()) {
            return;
        }
        var held = ranges.heldBy(node);
        var before = addressed.kept();
        ranges.hold(held);
        addressed.has(held);
        release(before);
    }

    private void gone(String name) {
        waiting.remove(name);
        var addressed = nodes.remove(name);
        if (addressed != null) {
            release(addressed.kept());
        }
    }

    private void release(List<Holding> holdings) {
        ranges.release(holdings);

        for (var name : List.copyOf(waiting)) {
            if (ranges.full().isPresent()) {
                return;
            }
            assign(name);
        }
    }

    private void listed() {
        isListed = true;
        List.copyOf(nodes.keySet()).forEach(this::assign);
    }

    // ---- what nodes get

    private void assign(String name) {
        var addressed = nodes.get(name);
        if (!isListed || addressed == null || !addressed.needsRanges()) {
            waiting.remove(name);
            return;
        }
        if (addressed.reserved().isEmpty()) {
            var taken = ranges.take();
            if (taken.isEmpty()) {
                await(addressed);
                return;
            }
            addressed.reserve(taken.get());
        }
        waiting.remove(name);
        write(addressed);
    }

    private void await(AddressedNode addressed) {
        var node = addressed.node();
        waiting.add(node.name());
        report(node, CIDR_NOT_AVAILABLE);
        effects.add(new Effect.LogDecision<>(
                Node.NODES,
                node.key(),
                "it is to get a range of %s, of which nothing is left"
                        .formatted(ranges.full().orElseThrow()),
                "waits until another node goes; %d nodes wait".formatted(waiting.size())));
        addressed
                .untilReminder(BETWEEN_REMINDERS)
                .ifPresent(
                        delay -> effects.add(new Effect.Schedule<>(delay, new NodeIpamEvent.ReminderDue(node.name()))));
    }

    private void remind(String name) {
        var addressed = nodes.get(name);
        if (addressed != null) {
            addressed.reminded();
            assign(name);
        }
    }

    private void write(AddressedNode addressed) {
        var node = addressed.node();
        var texts =
                addressed.reserved().stream().map(it -> it.range().toString()).toList();
        var spec = Json.object()
                .with("podCIDR", texts.getFirst())
                .with("podCIDRs", Json.array(texts.stream().<Json>map(Json::of).toList()));
        var patch =
                Json.object("metadata", Json.object().with("uid", node.uid())).with("spec", spec);
        addressed.writing();
        execute(
                Plan.of(
                        "it gets " + String.join(" and ", texts),
                        Step.patch(Node.NODES, node.key(), PatchType.STRATEGIC, patch)),
                outcomes -> new NodeIpamEvent.Assigned(node, outcomes));
    }

    private void assigned(Node node, Outcomes outcomes) {
        var addressed = nodes.get(node.name());
        if (addressed == null || addressed.isOtherObjectThan(node)) {
            return;
        }
        switch (outcomes.all().getFirst()) {
            case Outcome.Applied applied
            when addressed.held().isEmpty() -> addressed.written(applied.resourceVersion());
            case Outcome.Refused _ when addressed.held().isEmpty() -> failed(addressed);
            default -> addressed.notWritten();
        }
    }

    private void failed(AddressedNode addressed) {
        int failures = addressed.failedAgain();
        var name = addressed.node().name();
        if (failures % TRIES != 0) {
            assign(name);
            return;
        }
        report(addressed.node(), CIDR_ASSIGNMENT_FAILED);
        effects.add(new Effect.Schedule<>(BETWEEN_WRITES.after(failures / TRIES), new NodeIpamEvent.TryDue(name)));
    }

    // ---- effects

    private void report(Node node, String reason) {
        var event = Step.event(node.ref(), reason, "Node %s status is now: %s".formatted(node.name(), reason));
        execute(Plan.of("users are told", event), _ -> new NodeIpamEvent.Reported());
    }

    private void execute(Plan plan, Function<Outcomes, NodeIpamEvent> then) {
        effects.add(new Effect.Execute<>(Node.NODES, plan, then));
    }
}
