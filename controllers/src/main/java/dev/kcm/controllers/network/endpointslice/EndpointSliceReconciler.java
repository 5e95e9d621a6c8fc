package dev.kcm.controllers.network.endpointslice;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.network.backends.Selection;
import dev.kcm.controllers.network.backends.Services;
import dev.kcm.controllers.network.backends.TriggerTime;
import dev.kcm.controllers.network.slices.SliceChanges;
import dev.kcm.controllers.network.slices.SliceOutcome;
import dev.kcm.controllers.network.slices.SlicePlan;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Keeps the EndpointSlices of Services that select pods.
///
/// Remembers of each Service what the last look saw, for the trigger time; without that the first
/// write after a start tells the Service's creation, as upstream's does.
public final class EndpointSliceReconciler implements Reconciler<Seen> {
    /// Changes of slices are mostly our own, and several of them come together.
    private static final Duration GATHERING_SLICES = Duration.ofSeconds(1);

    private static final int HOMELESS_NAMED = 5;

    public static final ControllerSpec SPEC = ControllerSpec.named("endpointslice-controller")
            .alias("endpointslice")
            .component("endpoint-slice-controller")
            .queue("endpoint_slice")
            .reconciles(Service.SERVICES)
            .watches(Selection.changedPods().gathering(EndpointSliceReconciler::batchPeriod))
            .watches(SliceWatches.SLICES.changed().gathering(options -> longer(GATHERING_SLICES, batchPeriod(options))))
            .watches(SliceWatches.nodes())
            .tallies(ZoneCapacity.TALLY)
            .writes("create endpointslices", "update endpointslices", "delete endpointslices")
            .workers(options -> options.of(EndpointSliceOptions.FLAGS).concurrentSyncs())
            .retries(RetryPolicy.USUAL.withPerKey(Duration.ofSeconds(1), Duration.ofSeconds(1000)))
            .builtBy(settings -> new EndpointSliceReconciler(
                    settings.options().of(EndpointSliceOptions.FLAGS).maxEndpointsPerSlice(),
                    settings.gates().isEnabled("PreferSameTrafficDistribution"),
                    settings.metrics()));

    private final int capacity;
    private final boolean knowsNewTrafficDistributions;
    private final Memory<Remembered> memory = new Memory<>();
    private final SliceMetrics metrics;

    EndpointSliceReconciler(int capacity, boolean knowsNewTrafficDistributions, Metrics metrics) {
        this.capacity = capacity;
        this.knowsNewTrafficDistributions = knowsNewTrafficDistributions;
        this.metrics = new SliceMetrics(metrics, memory);
    }

    @Override
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        if (!caches.showOurWritesTo(key)) {
            metrics.wasBehind();
            return new Sight.Behind<>("its own earlier writes");
        }
        var found = caches.find(Service.SERVICES, key);
        if (found.isEmpty()) {
            memory.forget(key); // its slices go with it: the garbage collector's work
            return new Sight.Gone<>();
        }
        var service = found.get();
        if (!Services.isServedByPods(service)) {
            return new Sight.Seen<>(Seen.notOurs(service));
        }
        var pods = Selection.podsOf(service, caches.of(LeanPod.PODS));
        return new Sight.Seen<>(new Seen(
                service,
                pods,
                SliceWatches.SLICES.of(key, caches),
                zones(pods, caches.of(Node.NODES)),
                caches.of(Node.NODES).tallied(ZoneCapacity.TALLY, ZoneCapacity.GROUP),
                memory.of(key)));
    }

    @Override
    public Plan decide(Seen seen) {
        var service = seen.service();
        if (!Services.isServedByPods(service)) {
            return Plan.nothing("selects no pods: its endpoints come from elsewhere");
        }
        var decision = SliceDecision.of(seen, capacity, nearHints(service));
        return writes(seen, decision.changes())
                .then(Plan.together(
                        "has something to tell",
                        decision.notices().stream()
                                .<Step>map(notice -> new Step.Announce(
                                        service.ref(), notice.severity(), notice.reason(), notice.message()))
                                .toList()))
                .then(complaint(seen));
    }

    @Override
    public void measure(Seen seen, Outcomes writes, Duration took) {
        var service = seen.service();
        if (!Services.isServedByPods(service)) {
            memory.forget(service.key());
            metrics.succeeded();
            return;
        }
        var near = nearHints(service).flatMap(_ -> service.spec().trafficDistribution());
        var outcome = SliceOutcome.of(seen.slices(), writes);
        metrics.looked(seen, writes, outcome, near);
        if (writes.firstFailure().isEmpty()) {
            memory.keep(
                    service.key(),
                    Remembered.after(
                            TriggerTime.LastLook.at(service, seen.pods()), service, near, outcome.slices(), capacity));
        }
    }

    /// Unless the annotation, which counts more, asks for other hints.
    private Optional<NearHints> nearHints(Service service) {
        return TopologyMode.isAuto(service)
                ? Optional.empty()
                : NearHints.of(service.spec().trafficDistribution(), knowsNewTrafficDistributions);
    }

    private static Plan writes(Seen seen, SliceChanges changes) {
        var service = seen.service();
        var labels = SliceLabels.of(service).wanted();
        var trigger = changes.drafts().isEmpty()
                ? Optional.<Instant>empty()
                : TriggerTime.of(service, seen.pods(), seen.before().map(Remembered::look));
        var writes = new SlicePlan();
        for (var draft : changes.drafts()) {
            var annotations = TriggerTime.noted(draft.annotations(), trigger);
            var slice = draft.written(service, labels, annotations);
            if (!draft.isNew()) {
                writes.update(Steps.update(service, slice));
            } else if (!service.isDeleting()) {
                writes.create(Steps.create(service, slice));
            }
        }
        changes.deleted().forEach(slice -> writes.delete(Steps.delete(service, slice)));
        return writes.plan();
    }

    /// The node's arrival will bring the Service back here.
    private static Plan complaint(Seen seen) {
        var homeless = seen.homeless();
        if (homeless.isEmpty()) {
            return Plan.nothing("all pods have their nodes");
        }
        var key = seen.service().key();
        var named = homeless.stream()
                .limit(HOMELESS_NAMED)
                .map(pod -> "skipping Pod %s for Service %s: Node %s Not Found"
                        .formatted(pod.name(), key, pod.spec().nodeName()))
                .collect(Collectors.joining(", "));
        return Plan.of(
                "%d pods left out, their nodes are not known".formatted(homeless.size()),
                Step.warn(
                        seen.service().ref(),
                        Reasons.UPDATE_FAILED,
                        "Error updating Endpoint Slices for Service %s: %s"
                                .formatted(key, homeless.size() == 1 ? named : "[" + named + "]")));
    }

    private static Map<String, String> zones(List<LeanPod> pods, Store<Node> nodes) {
        var zones = new HashMap<String, String>();
        for (var pod : pods) {
            var name = pod.spec().nodeName();
            if (!zones.containsKey(name)) {
                nodes.find(ObjectKey.of(name)).ifPresent(node -> zones.put(name, ZoneCapacity.zoneOf(node)));
            }
        }
        return zones;
    }

    private static Duration batchPeriod(Settings.Options options) {
        return options.of(EndpointSliceOptions.FLAGS).updatesBatchPeriod();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
