package dev.kcm.controllers.network.endpointslicemirroring;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.network.slices.ManagedSlices;
import dev.kcm.controllers.network.slices.SliceCount;
import dev.kcm.controllers.network.slices.SliceOutcome;
import dev.kcm.controllers.network.slices.SlicePlan;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.controller.Watching;
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
/// Remembers of each Endpoints object what users were told about addresses left out, so that a
/// restart tells it once more and nothing else does.
public final class EndpointSliceMirroringReconciler implements Reconciler<Seen> {
    private static final ManagedSlices SLICES = new ManagedSlices(Labels.CONTROLLER);

    public static final ControllerSpec SPEC = ControllerSpec.named("endpointslice-mirroring-controller")
            .alias("endpointslicemirroring")
            .component("endpoint-slice-mirroring-controller")
            .queue("endpoint_slice_mirroring")
            .reconciles(Endpoints.ENDPOINTS)
            .watches(selectorsComingAndGoing())
            .watches(SLICES.changedOrFound()
                    .gathering(options ->
                            options.of(EndpointSliceMirroringOptions.FLAGS).updatesBatchPeriod()))
            .writes("create endpointslices", "update endpointslices", "delete endpointslices")
            .workers(options -> options.of(EndpointSliceMirroringOptions.FLAGS).concurrentSyncs())
            .retries(RetryPolicy.USUAL.withPerKey(Duration.ofSeconds(1), Duration.ofSeconds(100)))
            .builtBy(settings -> new EndpointSliceMirroringReconciler(
                    settings.options().of(EndpointSliceMirroringOptions.FLAGS).maxEndpointsPerSubset(),
                    settings.metrics()));

    private final int mostPerSubset;
    private final Memory<Remembered> memory = new Memory<>();
    private final MirroringMetrics metrics;

    EndpointSliceMirroringReconciler(int mostPerSubset, Metrics metrics) {
        this.mostPerSubset = mostPerSubset;
        this.metrics = new MirroringMetrics(metrics, memory);
    }

    @Override
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        if (!caches.showOurWritesTo(key)) {
            return new Sight.Behind<>("its own earlier writes");
        }
        var seen = new Seen(
                key,
                caches.find(Endpoints.ENDPOINTS, key),
                caches.find(Service.SERVICES, key),
                SLICES.of(key, caches),
                memory.of(key).map(Remembered::told).orElse(LeftOut.NOBODY));
        if (seen.isNothing()) {
            memory.forget(key);
            return new Sight.Gone<>();
        }
        return new Sight.Seen<>(seen);
    }

    @Override
    public Plan decide(Seen seen) {
        var objection = seen.objection();
        return objection.isPresent()
                ? Plan.together(
                        objection.get(),
                        seen.slices().stream()
                                .map(slice -> Step.delete(EndpointSlice.ENDPOINT_SLICES, slice))
                                .toList())
                : mirror(seen, seen.endpoints().orElseThrow());
    }

    @Override
    public void measure(Seen seen, Outcomes writes, Duration took) {
        metrics.took(took);
        if (seen.objection().isPresent()) {
            memory.forget(seen.key());
            return;
        }
        var outcome = SliceOutcome.of(seen.slices(), writes);
        var leftOut =
                MirrorImage.of(seen.endpoints().orElseThrow(), mostPerSubset).leftOut();
        metrics.mirrored(outcome, leftOut);
        if (writes.firstFailure().isEmpty()) {
            memory.keep(seen.key(), new Remembered(leftOut, SliceCount.of(outcome.slices(), mostPerSubset)));
        }
    }

    private Plan mirror(Seen seen, Endpoints endpoints) {
        var image = MirrorImage.of(endpoints, mostPerSubset);
        var metadata = MirrorMetadata.of(endpoints);
        var changes = MirrorDecision.of(image, metadata, seen.slices());
        var writes = new SlicePlan();
        for (var draft : changes.drafts()) {
            var slice = metadata.written(draft);
            if (!draft.isNew()) {
                writes.update(Step.update(EndpointSlice.ENDPOINT_SLICES, slice));
            } else if (!endpoints.isDeleting()) {
                writes.create(Step.create(EndpointSlice.ENDPOINT_SLICES, slice));
            }
        }
        changes.deleted().forEach(slice -> writes.delete(Step.delete(EndpointSlice.ENDPOINT_SLICES, slice)));
        return writes.plan().then(complaint(endpoints, image.leftOut(), seen.told()));
    }

    private Plan complaint(Endpoints endpoints, LeftOut leftOut, LeftOut told) {
        if (leftOut.equals(told) || leftOut.all() == 0) {
            return Plan.nothing("slices are right");
        }
        var steps = new ArrayList<Step>();
        if (leftOut.invalid() > 0) {
            steps.add(Step.warn(
                    endpoints.ref(),
                    Reasons.INVALID_ADDRESS,
                    "Skipped %d invalid IP addresses when mirroring to EndpointSlices".formatted(leftOut.invalid())));
        }
        if (leftOut.tooMany() > 0) {
            steps.add(Step.warn(
                    endpoints.ref(),
                    Reasons.TOO_MANY,
                    "A max of %d addresses can be mirrored to EndpointSlices per Endpoints subset. %d addresses were skipped"
                            .formatted(mostPerSubset, leftOut.all())));
        }
        return Plan.together("%d addresses left out".formatted(leftOut.all()), steps);
    }

    /// Services that have or had no selector; nothing else about a Service concerns the mirror.
    /// What is there at the start needs no mapping, since all Endpoints and slices are looked at.
    private static Watching<Service> selectorsComingAndGoing() {
        return new Watching<>(Service.SERVICES, List.of(), (change, _, into) -> {
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
