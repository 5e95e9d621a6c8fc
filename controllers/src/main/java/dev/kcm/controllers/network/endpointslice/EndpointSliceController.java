package dev.kcm.controllers.network.endpointslice;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.backends.ServiceSelection;
import dev.kcm.controllers.shared.backends.Services;
import dev.kcm.controllers.shared.backends.TriggerTime;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.controllers.shared.slices.SliceOutcome;
import dev.kcm.controllers.shared.slices.SlicePlan;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
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
/// Remembers of each Service what the last sync saw, for the trigger time; without that the first
/// write after a start has the Service's creation, as upstream's does.
public final class EndpointSliceController implements Reconciler<Snapshot> {
    /// Changes of slices are mostly our own, and several of them come together.
    private static final Duration GATHERING_SLICES = Duration.ofSeconds(1);

    private static final int HOMELESS_NAMED = 5;

    static final String NAME = "endpointslice-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("endpointslice")
            .component("endpoint-slice-controller")
            .queue("endpoint_slice")
            .reconciles(Service.SERVICES)
            .watches(ServiceSelection.changedPods().batchedFor(EndpointSliceController::batchPeriod))
            .watches(
                    SliceWatches.SLICES.changed().batchedFor(options -> longer(GATHERING_SLICES, batchPeriod(options))))
            .watches(SliceWatches.nodes())
            .tallies(ZoneCapacity.TALLY)
            .writes("create endpointslices", "update endpointslices", "delete endpointslices")
            .workers(options -> options.of(EndpointSliceOptions.FLAGS).concurrentSyncs())
            .retries(RetryPolicy.USUAL.withPerKey(Duration.ofSeconds(1), Duration.ofSeconds(1000)))
            .builtBy(settings -> new EndpointSliceController(
                    settings.options().of(EndpointSliceOptions.FLAGS).maxEndpointsPerSlice(),
                    settings.gates().isEnabled("PreferSameTrafficDistribution"),
                    settings.metrics()));

    private final int capacity;
    private final boolean knowsNewTrafficDistributions;
    private final Memory<PreviousSync> memory = new Memory<>();
    private final SliceMetrics metrics;

    EndpointSliceController(int capacity, boolean knowsNewTrafficDistributions, Metrics metrics) {
        this.capacity = capacity;
        this.knowsNewTrafficDistributions = knowsNewTrafficDistributions;
        this.metrics = new SliceMetrics(metrics, memory);
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(Service.SERVICES, key);
        if (found.isEmpty()) {
            memory.forget(key); // its slices go with it: the garbage collector's work
            return new Observation.Gone<>();
        }
        var service = found.get();
        if (!Services.isServedByPods(service)) {
            return new Observation.Observed<>(Snapshot.notOurs(service));
        }
        var pods = ServiceSelection.podsOf(service, caches.of(LeanPod.PODS));
        return new Observation.Observed<>(new Snapshot(
                service,
                pods,
                SliceWatches.SLICES.of(key, caches),
                zones(pods, caches.of(Node.NODES)),
                caches.of(Node.NODES).tallied(ZoneCapacity.TALLY, ZoneCapacity.GROUP),
                memory.of(key)));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var service = snapshot.service();
        if (!Services.isServedByPods(service)) {
            return Plan.nothing("selects no pods: its endpoints come from elsewhere");
        }
        var decision = SliceDecision.of(snapshot, capacity, nearHints(service));
        return writes(snapshot, decision.changes())
                .then(Plan.together(
                        "has events to record",
                        decision.notices().stream()
                                .<Step>map(notice -> new Step.RecordEvent(
                                        service.ref(), notice.severity(), notice.reason(), notice.message()))
                                .toList()))
                .then(warning(snapshot));
    }

    @Override
    public void measureStale(ObjectKey key, Resource<?> behind) {
        metrics.skippedStale();
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        var service = snapshot.service();
        if (!Services.isServedByPods(service)) {
            memory.forget(service.key());
            metrics.succeeded();
            return;
        }
        var near = nearHints(service).flatMap(_ -> service.spec().trafficDistribution());
        var outcome = SliceOutcome.of(snapshot.slices(), writes);
        metrics.synced(snapshot, writes, outcome, near);
        if (writes.firstFailure().isEmpty()) {
            memory.keep(
                    service.key(),
                    PreviousSync.after(
                            TriggerTime.LastSync.at(service, snapshot.pods()),
                            service,
                            near,
                            outcome.slices(),
                            capacity));
        }
    }

    /// Unless the annotation, which counts more, asks for other hints.
    private Optional<TrafficDistributionHints> nearHints(Service service) {
        return TopologyMode.isAuto(service)
                ? Optional.empty()
                : TrafficDistributionHints.of(service.spec().trafficDistribution(), knowsNewTrafficDistributions);
    }

    private static Plan writes(Snapshot snapshot, SliceChanges changes) {
        var service = snapshot.service();
        var labels = SliceLabels.of(service).wanted();
        var trigger = changes.builders().isEmpty()
                ? Optional.<Instant>empty()
                : TriggerTime.of(service, snapshot.pods(), snapshot.before().map(PreviousSync::trigger));
        var writes = new SlicePlan();
        for (var builder : changes.builders()) {
            var annotations = TriggerTime.annotated(builder.annotations(), trigger);
            var slice = builder.written(service, labels, annotations);
            if (!builder.isNew()) {
                writes.update(SliceSteps.update(service, slice));
            } else if (!service.isDeleting()) {
                writes.create(SliceSteps.create(service, slice));
            }
        }
        changes.deleted().forEach(slice -> writes.delete(SliceSteps.delete(service, slice)));
        return writes.plan();
    }

    /// The node's arrival will bring the Service back here.
    private static Plan warning(Snapshot snapshot) {
        var homeless = snapshot.homeless();
        if (homeless.isEmpty()) {
            return Plan.nothing("all pods have their nodes");
        }
        var key = snapshot.service().key();
        var named = homeless.stream()
                .limit(HOMELESS_NAMED)
                .map(pod -> "skipping Pod %s for Service %s: Node %s Not Found"
                        .formatted(pod.name(), key, pod.spec().nodeName()))
                .collect(Collectors.joining(", "));
        return Plan.of(
                "%d pods left out, their nodes are not known".formatted(homeless.size()),
                Step.warning(
                        snapshot.service().ref(),
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
