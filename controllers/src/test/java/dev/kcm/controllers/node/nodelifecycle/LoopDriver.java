package dev.kcm.controllers.node.nodelifecycle;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.WriteResult;
import dev.kcm.model.Resource;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// Runs the loop by hand: writes are done at once, timers fire when time passes.
final class LoopDriver {
    private record Timer(Instant at, NodeEvent event) {}

    private final Metrics metrics = new Metrics();
    private final NodeLifecycleController loop = new NodeLifecycleController(
            new Settings(Settings.Options.of(FlagValues.DEFAULTS), null, null, metrics, ""));
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparing(Timer::at));
    private final Deque<NodeEvent> inbox = new ArrayDeque<>();
    private final List<String> written = new ArrayList<>();
    private Optional<ApiFailure> refusal = Optional.empty();
    private Instant now = Nodes.START;
    private long version = 100;

    /// With the caches full of these nodes.
    LoopDriver starting(Node... nodes) {
        run(loop.begin(now));
        shows(nodes);
        for (Resource<?> resource : List.of(Node.NODES, Lease.LEASES, LeanPod.PODS)) {
            send(loop.listed(resource));
        }
        return this;
    }

    LoopDriver shows(Node... nodes) {
        for (var node : nodes) {
            send(new NodeEvent.NodeChanged(node));
        }
        return this;
    }

    LoopDriver shows(LeanPod... pods) {
        for (var pod : pods) {
            send(new NodeEvent.PodChanged(pod));
        }
        return this;
    }

    LoopDriver renews(String... nodes) {
        for (var node : nodes) {
            send(new NodeEvent.LeaseRenewed(node, now));
        }
        return this;
    }

    LoopDriver send(NodeEvent event) {
        inbox.add(event);
        while (!inbox.isEmpty()) {
            run(loop.take(inbox.removeFirst(), now));
        }
        return this;
    }

    LoopDriver refusing(Optional<ApiFailure> failure) {
        refusal = failure;
        return this;
    }

    LoopDriver passes(long seconds) {
        var until = now.plusSeconds(seconds);
        while (!timers.isEmpty() && !timers.peek().at().isAfter(until)) {
            var timer = timers.poll();
            now = timer.at();
            send(timer.event());
        }
        now = until;
        return this;
    }

    /// What was written since this was last asked, without events.
    List<String> written() {
        var lines = written.stream().filter(line -> !line.startsWith("event ")).toList();
        written.clear();
        return lines;
    }

    List<String> events() {
        var lines = written.stream().filter(line -> line.startsWith("event ")).toList();
        written.clear();
        return lines;
    }

    String picture() {
        return loop.picture(List.of()).orElseThrow();
    }

    private void run(List<Effect<NodeEvent>> effects) {
        for (var effect : effects) {
            switch (effect) {
                case Effect.Execute<NodeEvent>(var _, var plan, var then) -> inbox.add(then.apply(outcomes(plan)));
                case Effect.Schedule<NodeEvent>(var delay, var with) -> timers.add(new Timer(now.plus(delay), with));
                case Effect.LogDecision<NodeEvent>(var _, var key, var _, var next) ->
                    written.add("event %s %s".formatted(key.name(), next));
                case Effect.Follow<NodeEvent> _, Effect.ReadLive<NodeEvent> _, Effect.Discover<NodeEvent> _ -> {}
            }
        }
    }

    private Outcomes outcomes(Plan plan) {
        return new Outcomes(plan.steps().map(this::outcome).toList());
    }

    private Outcome outcome(Step step) {
        if (step instanceof Step.RecordEvent event) {
            written.add("event %s %s: %s".formatted(event.key().name(), event.reason(), event.note()));
            return new Outcome.Recorded(step);
        }
        if (refusal.isPresent()) {
            written.add("refused " + step.describe());
            return new Outcome.Refused(step, refusal.get());
        }
        written.add(describe(step));
        return new Outcome.Applied(step, new WriteResult(step.key(), "uid", Long.toString(++version)));
    }

    private static String describe(Step step) {
        return step.as(Operation.Patch.class)
                .filter(patch -> patch.resource().equals(Node.NODES))
                .map(patch ->
                        step.describe() + " " + taints(new String(patch.patch().toByteArray(), StandardCharsets.UTF_8)))
                .orElseGet(step::describe);
    }

    /// The taints of a patch, in short.
    private static String taints(String patch) {
        var taints = Json.parse(patch).itemsAt("spec", "taints").stream()
                .map(taint -> taint.textAt("key").orElse("").replace("node.kubernetes.io/", "") + ":"
                        + taint.textAt("effect").orElse(""))
                .toList();
        return taints.toString();
    }
}
