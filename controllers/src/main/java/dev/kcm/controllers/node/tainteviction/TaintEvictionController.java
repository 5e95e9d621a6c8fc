package dev.kcm.controllers.node.tainteviction;

import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.controllers.shared.pods.PodIndexes;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
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
import java.util.function.Consumer;

/// Has pods leave nodes with taints that evict, once they have tolerated these for as long as they wanted to.
///
/// Only pods of such nodes are ever looked at, and only those whose time runs are remembered. That time begins when
/// this process first sees pod and taint together, as upstream's does, whatever the taint says of itself.
public final class TaintEvictionController implements Reconciler<Snapshot> {
    public static final String NAME = "taint-eviction-controller";

    private static final String EVICTING = "NoExecute";
    private static final int WORKERS = 8;
    private static final RetryPolicy RETRIES = RetryPolicy.perKeyOnly(Duration.ofMillis(10), Duration.ofMinutes(1));

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .queue("noexec_taint_pod")
            .reconciles(new WatchMapping<>(LeanPod.PODS, List.of(), TaintEvictionController::podChanged))
            .watches(new WatchMapping<>(Node.NODES, List.of(PodIndexes.BY_NODE), TaintEvictionController::nodeChanged))
            .writes("patch pods/status", "delete pods")
            .workers(_ -> WORKERS)
            .retries(RETRIES)
            .builtBy(TaintEvictionController::new);

    private final boolean comparesNumbers;
    private final EvictionMetrics metrics;
    private final Memory<Eviction> scheduled = new Memory<>();

    TaintEvictionController(Settings settings) {
        this.comparesNumbers = settings.gates().isEnabled(Tolerations.COMPARISON_GATE);
        this.metrics = new EvictionMetrics(settings.metrics());
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var pod = caches.of(LeanPod.PODS).find(key);
        var eviction = scheduled.of(key);
        if (eviction.isEmpty() && pod.filter(TaintEvictionController::isBound).isEmpty()) {
            return new Observation.Gone<>();
        }
        var taints = pod.flatMap(it -> caches.of(Node.NODES).find(nodeOf(it))).map(TaintEvictionController::evicting);
        return new Observation.Observed<>(new Snapshot(key, pod, taints, eviction, comparesNumbers, now));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var decision = EvictionDecision.of(snapshot);
        var steps = new ArrayList<Step>();
        if (decision.cancels()) {
            steps.add(Eviction.cancelled(snapshot.key()));
        }
        var now = snapshot.now();
        var due = decision.eviction().filter(it -> it.isDue(now));
        snapshot.pod().ifPresent(pod -> due.ifPresent(it -> steps.addAll(it.steps(pod, now))));
        var left = decision.eviction().filter(it -> !it.isDue(now)).map(it -> it.timeLeft(now));
        var why = left.isPresent()
                ? "%s, and is to go at %s"
                        .formatted(decision.why(), decision.eviction().get().due())
                : decision.why();
        return Plan.inOrder(why, steps).wakingIn(left);
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        var key = snapshot.key();
        var eviction = EvictionDecision.of(snapshot).eviction();
        if (eviction.isEmpty()) {
            scheduled.forget(key);
        } else if (!eviction.get().isDue(snapshot.now())) {
            scheduled.keep(key, eviction.get());
        } else if (writes.firstFailure().isPresent()) {
            scheduled.keep(key, eviction.get().marked());
        } else {
            scheduled.forget(key);
            if (writes.all().stream().allMatch(TaintEvictionController::isDone)) {
                metrics.deleted(
                        Duration.between(eviction.get().due(), snapshot.now()).plus(took));
            }
        }
    }

    private static boolean isDone(Outcome outcome) {
        return outcome instanceof Outcome.Applied || outcome instanceof Outcome.Recorded;
    }

    // ---- which pods to look at

    /// Of a pod that was there when its node was tainted, the node's change tells.
    private static void podChanged(Change<LeanPod> change, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        var pod = change.object();
        boolean isOfInterest = switch (change) {
            case Change.Added<LeanPod> _ -> isOnTaintedNode(pod, stores);
            case Change.Updated<LeanPod>(var before, var now) -> !isAlike(before, now) && isOnTaintedNode(now, stores);
            case Change.Deleted<LeanPod> _ -> isBound(pod);
            case Change.Resynced<LeanPod> _ -> false;
        };
        if (isOfInterest) {
            into.accept(pod.key());
        }
    }

    private static boolean isAlike(LeanPod before, LeanPod now) {
        return before.uid().equals(now.uid())
                && before.spec().nodeName().equals(now.spec().nodeName())
                && before.spec().tolerations().equals(now.spec().tolerations());
    }

    private static boolean isOnTaintedNode(LeanPod pod, WatchMapping.Stores stores) {
        return isBound(pod)
                && stores.of(Node.NODES)
                        .find(nodeOf(pod))
                        .filter(node -> !evicting(node).isEmpty())
                        .isPresent();
    }

    private static void nodeChanged(Change<Node> change, WatchMapping.Stores stores, Consumer<ObjectKey> into) {
        boolean isOfInterest = switch (change) {
            case Change.Added<Node>(var node, var initial) ->
                !initial || !evicting(node).isEmpty();
            case Change.Updated<Node>(var before, var now) -> !evicting(before).equals(evicting(now));
            case Change.Deleted<Node> _, Change.Resynced<Node> _ -> false;
        };
        if (isOfInterest) {
            stores.of(LeanPod.PODS)
                    .byIndex(PodIndexes.BY_NODE, change.object().name())
                    .forEach(pod -> into.accept(pod.key()));
        }
    }

    private static List<Taint> evicting(Node node) {
        return node.spec().taints().stream()
                .filter(taint -> taint.effect().equals(EVICTING))
                .toList();
    }

    private static boolean isBound(LeanPod pod) {
        return !pod.spec().nodeName().isEmpty();
    }

    private static ObjectKey nodeOf(LeanPod pod) {
        return ObjectKey.of(pod.spec().nodeName());
    }
}
