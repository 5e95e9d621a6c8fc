package dev.kcm.controllers.node.nodeipam;

import dev.kcm.base.flags.FlagSet;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.WriteResult;
import dev.kcm.controllers.shared.nodes.PodAddressOptions;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// Runs the loop by hand: writes are done at once, timers fire when time passes.
final class IpamDriver {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private record Timer(Instant at, NodeIpamEvent event) {}

    private final NodeIpamController loop;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparing(Timer::at));
    private final Deque<NodeIpamEvent> inbox = new ArrayDeque<>();
    private final List<String> written = new ArrayList<>();
    private Optional<ApiFailure> refusal = Optional.empty();
    private Instant now = START;
    private long version = 100;

    IpamDriver(String... flags) {
        var set = FlagSet.of(List.of(PodAddressOptions.FLAGS, NodeIpamOptions.FLAGS));
        var options = Settings.Options.of(set.parse(List.of(flags)).values());
        this.loop = new NodeIpamController(new Settings(options, null, null, new Metrics(), ""));
    }

    /// With the caches full of these nodes.
    IpamDriver starting(Node... nodes) {
        return shows(nodes).listed();
    }

    IpamDriver listed() {
        return send(loop.listed(Node.NODES));
    }

    IpamDriver shows(Node... nodes) {
        for (var node : nodes) {
            send(new NodeIpamEvent.NodeShown(node));
        }
        return this;
    }

    IpamDriver goes(Node node) {
        return send(new NodeIpamEvent.NodeGone(node));
    }

    IpamDriver answering(Optional<ApiFailure> failure) {
        refusal = failure;
        return this;
    }

    IpamDriver passes(long seconds) {
        var until = now.plusSeconds(seconds);
        while (!timers.isEmpty() && !timers.peek().at().isAfter(until)) {
            var timer = timers.poll();
            now = timer.at();
            send(timer.event());
        }
        now = until;
        return this;
    }

    /// What was written and told since this was last asked.
    List<String> written() {
        var lines = List.copyOf(written);
        written.clear();
        return lines;
    }

    String picture() {
        return loop.picture(List.of()).orElseThrow();
    }

    private IpamDriver send(NodeIpamEvent event) {
        inbox.add(event);
        while (!inbox.isEmpty()) {
            loop.take(inbox.removeFirst(), now).forEach(this::run);
        }
        return this;
    }

    private void run(Effect<NodeIpamEvent> effect) {
        switch (effect) {
            case Effect.Execute<NodeIpamEvent>(var _, var plan, var then) ->
                inbox.add(
                        then.apply(new Outcomes(plan.steps().map(this::outcome).toList())));
            case Effect.Schedule<NodeIpamEvent>(var delay, var with) -> timers.add(new Timer(now.plus(delay), with));
            case Effect.LogDecision<NodeIpamEvent> _,
                    Effect.Follow<NodeIpamEvent> _,
                    Effect.ReadLive<NodeIpamEvent> _,
                    Effect.Discover<NodeIpamEvent> _ -> {}
        }
    }

    private Outcome outcome(Step step) {
        if (step instanceof Step.RecordEvent event) {
            written.add("%s %s: %s".formatted(event.key().name(), event.reason(), event.note()));
            return new Outcome.Recorded(step);
        }
        var spec = Json.parse(
                        step.as(Operation.Patch.class).orElseThrow().patch().utf8())
                .at("spec")
                .orElseThrow()
                .toText();
        var line = "patch %s %s".formatted(step.key().name(), spec);
        if (refusal.isPresent()) {
            written.add("refused " + line);
            return new Outcome.Refused(step, refusal.get());
        }
        written.add(line);
        return new Outcome.Applied(step, new WriteResult(step.key(), "uid", Long.toString(++version)));
    }
}
