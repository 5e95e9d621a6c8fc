package dev.kcm.controllers.network.endpoints;

import static dev.kcm.controllers.shared.backends.Annotations.LEADER;
import static dev.kcm.controllers.shared.backends.Labels.HEADLESS;

import dev.kcm.controllers.shared.backends.ServiceSelection;
import dev.kcm.controllers.shared.backends.Services;
import dev.kcm.controllers.shared.backends.TriggerTime;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.EndpointSubset;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
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
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps one Endpoints object for every Service that selects pods, and removes those whose Service
/// is gone. Remembers of each Service what the last sync saw, for the trigger time.
public final class EndpointsController implements Reconciler<EndpointsController.Snapshot> {
    static final String NAME = "endpoints-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("endpoint")
            .component(Labels.CONTROLLER)
            .reconciles(Service.SERVICES)
            .watches(ServiceSelection.changedPods()
                    .batchedFor(options -> options.of(EndpointsOptions.FLAGS).updatesBatchPeriod()))
            .watches(leftOrLost())
            .writes("create endpoints", "update endpoints", "delete endpoints")
            .workers(options -> options.of(EndpointsOptions.FLAGS).concurrentSyncs())
            .builtBy(_ -> new EndpointsController());

    /// @param service empty for Endpoints that were left behind
    /// @param pods all that the Service selects, serving or not
    /// @param before what the last sync saw, if there was one
    record Snapshot(
            ObjectKey key,
            Optional<Service> service,
            Optional<Endpoints> endpoints,
            List<LeanPod> pods,
            Optional<TriggerTime.LastSync> before) {}

    private final Memory<TriggerTime.LastSync> memory = new Memory<>();

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var service = caches.find(Service.SERVICES, key);
        var endpoints = caches.find(Endpoints.ENDPOINTS, key);
        if (service.isEmpty()) {
            memory.forget(key);
            return endpoints.isEmpty()
                    ? new Observation.Gone<>()
                    : new Observation.Observed<>(new Snapshot(key, service, endpoints, List.of(), Optional.empty()));
        }
        var pods = Services.isServedByPods(service.get())
                ? ServiceSelection.podsOf(service.get(), caches.of(LeanPod.PODS))
                : List.<LeanPod>of();
        return new Observation.Observed<>(new Snapshot(key, service, endpoints, pods, memory.of(key)));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (snapshot.service().isEmpty()) {
            return withoutService(snapshot.endpoints().orElseThrow());
        }
        var service = snapshot.service().get();
        if (!Services.isServedByPods(service)) {
            return Plan.nothing("selects no pods: its endpoints come from elsewhere");
        }
        var all = Subsets.of(service, snapshot.pods());
        var isTruncated = AddressCapacity.isExceededBy(all);
        var subsets = AddressCapacity.truncated(all);
        var labels = labels(service);
        var current = snapshot.endpoints();
        if (current.isPresent() && isRight(current.get(), subsets, labels, isTruncated)) {
            return Plan.nothing("endpoints are right");
        }
        var trigger = TriggerTime.of(service, snapshot.pods(), snapshot.before());
        var written = current.orElseGet(() -> fresh(service)).toBuilder()
                .metadata(metadata -> metadata.labels(labels).annotations(annotations(current, trigger, isTruncated)))
                .subsets(subsets)
                .build();
        return current.isEmpty() ? create(written) : update(written);
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        snapshot.service()
                .filter(service -> writes.firstFailure().isEmpty())
                .ifPresent(service -> memory.keep(snapshot.key(), TriggerTime.LastSync.at(service, snapshot.pods())));
    }

    /// A lock that lives in Endpoints never had a Service and is none of our business.
    private static Plan withoutService(Endpoints endpoints) {
        return endpoints.annotations().containsKey(LEADER)
                ? Plan.nothing("somebody's lock")
                : Plan.of("its Service is gone", Step.delete(endpoints));
    }

    /// Subsets are compared as they are first, and only then as we would pack them: another
    /// manager's order alone is no reason to write.
    private static boolean isRight(
            Endpoints current, List<EndpointSubset> subsets, Map<String, String> labels, boolean isTruncated) {
        var saysTruncated = Annotations.TRUNCATED.equals(current.annotations().get(Annotations.OVER_CAPACITY));
        var saysNothing = !current.annotations().containsKey(Annotations.OVER_CAPACITY);
        return (isTruncated ? saysTruncated : saysNothing)
                && current.labels().equals(labels)
                && (current.subsets().equals(subsets)
                        || Subsets.repacked(current.subsets()).equals(Subsets.repacked(subsets)));
    }

    private static Map<String, String> labels(Service service) {
        var labels = new HashMap<>(service.labels());
        labels.remove(HEADLESS);
        if (Services.isHeadless(service)) {
            labels.put(HEADLESS, "");
        }
        labels.put(Labels.MANAGED_BY, Labels.CONTROLLER);
        return labels;
    }

    private static Map<String, String> annotations(
            Optional<Endpoints> current, Optional<Instant> trigger, boolean isTruncated) {
        var annotations =
                TriggerTime.annotated(current.map(Endpoints::annotations).orElse(Map.of()), trigger);
        if (isTruncated) {
            annotations.put(Annotations.OVER_CAPACITY, Annotations.TRUNCATED);
        } else {
            annotations.remove(Annotations.OVER_CAPACITY);
        }
        return annotations;
    }

    private static Endpoints fresh(Service service) {
        return Endpoints.builder()
                .metadata(m -> m.name(service.name()).namespace(service.namespace()))
                .build();
    }

    private static Plan create(Endpoints endpoints) {
        return Plan.of(
                "has no endpoints yet",
                Step.create(endpoints)
                        .withEvent(failureEvent(
                                endpoints, Reasons.CREATE_FAILED, "Failed to create endpoint for service ")));
    }

    private static Plan update(Endpoints endpoints) {
        return Plan.of(
                "endpoints changed",
                Step.update(endpoints)
                        .withEvent(failureEvent(endpoints, Reasons.UPDATE_FAILED, "Failed to update endpoint ")));
    }

    private static Optional<Step.EventTemplate> failureEvent(Endpoints endpoints, String reason, String what) {
        return Optional.of(new Step.EventTemplate(endpoints.ref(), "", "", reason, what + endpoints.key() + ": %s"));
    }

    /// Endpoints that are there at the start may have been left behind while no manager ran; ones
    /// that somebody deletes come back.
    private static WatchMapping<Endpoints> leftOrLost() {
        return new WatchMapping<>(Endpoints.ENDPOINTS, List.of(), (change, _, into) -> {
            var concerns = switch (change) {
                case Change.Added<Endpoints>(var _, var initial) -> initial;
                case Change.Deleted<Endpoints> _ -> true;
                case Change.Updated<Endpoints> _, Change.Resynced<Endpoints> _ -> false;
            };
            if (concerns) {
                into.accept(change.object().key());
            }
        });
    }
}
