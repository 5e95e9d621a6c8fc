package dev.kcm.controllers.network.endpointslicemirroring;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.slices.ManagedSlices;
import dev.kcm.controllers.shared.slices.SliceCount;
import dev.kcm.controllers.shared.slices.SliceOutcome;
import dev.kcm.controllers.shared.slices.SlicePlan;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Shows Endpoints that people or programs made by hand, for a Service without a selector, as
/// EndpointSlices, which is all that kube-proxy reads.
///
/// Remembers of each Endpoints object which addresses an event named as left out, so that a
/// restart records it once more and nothing else does.
public final class EndpointSliceMirroringController implements Reconciler<Snapshot> {
    private static final ManagedSlices SLICES = new ManagedSlices(Labels.CONTROLLER);

    static final String NAME = "endpointslice-mirroring-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("endpointslicemirroring")
            .component("endpoint-slice-mirroring-controller")
            .queue("endpoint_slice_mirroring")
            .reconciles(Endpoints.ENDPOINTS)
            .watches(selectorsComingAndGoing())
            .watches(SLICES.changedOrFound()
                    .batchedFor(options ->
                            options.of(EndpointSliceMirroringOptions.FLAGS).updatesBatchPeriod()))
            .writes("create endpointslices", "update endpointslices", "delete endpointslices")
            .workers(options -> options.of(EndpointSliceMirroringOptions.FLAGS).concurrentSyncs())
            .retries(RetryPolicy.USUAL.withPerKey(Duration.ofSeconds(1), Duration.ofSeconds(100)))
            .builtBy(settings -> new EndpointSliceMirroringController(
                    settings.options().of(EndpointSliceMirroringOptions.FLAGS).maxEndpointsPerSubset(),
                    settings.metrics()));

    private final int mostPerSubset;
    private final Memory<PreviousSync> memory = new Memory<>();
    private final MirroringMetrics metrics;

    EndpointSliceMirroringController(int mostPerSubset, Metrics metrics) {
        this.mostPerSubset = mostPerSubset;
        this.metrics = new MirroringMetrics(metrics, memory);
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var snapshot = new Snapshot(
                key,
                caches.find(Endpoints.ENDPOINTS, key),
                caches.find(Service.SERVICES, key),
                SLICES.of(key, caches),
                memory.of(key).map(PreviousSync::reported).orElse(SkippedAddresses.NOBODY));
        if (snapshot.isNothing()) {
            memory.forget(key);
            return new Observation.Gone<>();
        }
        return new Observation.Observed<>(snapshot);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var notMirroredReason = snapshot.notMirroredReason();
        return notMirroredReason.isPresent()
                ? Plan.together(
                        notMirroredReason.get(),
                        snapshot.slices().stream()
                                .map(slice -> Step.delete(slice))
                                .toList())
                : mirror(snapshot, snapshot.endpoints().orElseThrow());
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        metrics.took(took);
        if (snapshot.notMirroredReason().isPresent()) {
            memory.forget(snapshot.key());
            return;
        }
        var outcome = SliceOutcome.of(snapshot.slices(), writes);
        var leftOut = MirrorImage.of(snapshot.endpoints().orElseThrow(), mostPerSubset)
                .leftOut();
        metrics.mirrored(outcome, leftOut);
        if (writes.firstFailure().isEmpty()) {
            memory.keep(snapshot.key(), new PreviousSync(leftOut, SliceCount.of(outcome.slices(), mostPerSubset)));
        }
    }

    private Plan mirror(Snapshot snapshot, Endpoints endpoints) {
        var image = MirrorImage.of(endpoints, mostPerSubset);
        var metadata = MirrorMetadata.of(endpoints);
        var changes = MirrorDecision.of(image, metadata, snapshot.slices());
        var writes = new SlicePlan();
        for (var builder : changes.builders()) {
            var slice = metadata.written(builder);
            if (!builder.isNew()) {
                writes.update(Step.update(slice));
            } else if (!endpoints.isDeleting()) {
                writes.create(Step.create(slice));
            }
        }
        changes.deleted().forEach(slice -> writes.delete(Step.delete(slice)));
        return writes.plan().then(warning(endpoints, image.leftOut(), snapshot.reported()));
    }

    private Plan warning(Endpoints endpoints, SkippedAddresses leftOut, SkippedAddresses reported) {
        if (leftOut.equals(reported) || leftOut.all() == 0) {
            return Plan.nothing("slices are right");
        }
        var steps = new ArrayList<Step>();
        if (leftOut.invalid() > 0) {
            steps.add(Step.warning(
                    endpoints.ref(),
                    Reasons.INVALID_ADDRESS,
                    "Skipped %d invalid IP addresses when mirroring to EndpointSlices".formatted(leftOut.invalid())));
        }
        if (leftOut.tooMany() > 0) {
            steps.add(Step.warning(
                    endpoints.ref(),
                    Reasons.TOO_MANY,
                    "A max of %d addresses can be mirrored to EndpointSlices per Endpoints subset. %d addresses were skipped"
                            .formatted(mostPerSubset, leftOut.all())));
        }
        return Plan.together("%d addresses left out".formatted(leftOut.all()), steps);
    }

    /// Services that have or had no selector; nothing else about a Service concerns the mirror.
    /// What is there at the start needs no mapping, since all Endpoints and slices are synced.
    private static WatchMapping<Service> selectorsComingAndGoing() {
        return new WatchMapping<>(Service.SERVICES, List.of(), (change, _, into) -> {
            var concerns = switch (change) {
                case Change.Added<Service>(var service, var initial) -> !initial && selectsNothing(service);
                case Change.Updated<Service>(var before, var now) -> selectsNothing(before) != selectsNothing(now);
                case Change.Deleted<Service>(var service) -> selectsNothing(service);
                case Change.Resynced<Service> _ -> false;
            };
            if (concerns) {
                into.accept(change.object().key());
            }
        });
    }

    private static boolean selectsNothing(Service service) {
        return service.spec().selector().isEmpty();
    }
}
