package dev.kcm.controllers.node.resourcepoolstatusrequest;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.Conditions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.meta.v1.Condition;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1alpha3.ResourcePoolStatusRequest;
import dev.kcm.model.resource.v1alpha3.ResourcePoolStatusRequestStatus;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Answers each request once: what the pools of a driver hold at that moment. Answered requests are deleted after an
/// hour, others after a day.
///
/// Remembers how often the answer to a request had to wait for a driver that was still publishing slices.
public final class ResourcePoolStatusRequestController
        implements Reconciler<ResourcePoolStatusRequestController.Snapshot> {
    private static final Duration LIFETIME_ANSWERED = Duration.ofHours(1);
    private static final Duration LIFETIME_UNANSWERED = Duration.ofDays(1);
    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final int MOST_RETRIES = 5;
    private static final int MOST_POOLS = 100;

    private static final Index<ResourceSlice> SLICES_BY_DRIVER = new Index<>(
            ResourceSlice.RESOURCE_SLICES,
            "driver",
            slice -> List.of(slice.spec().driver()));

    public static final ControllerSpec SPEC = ControllerSpec.named("resourcepoolstatusrequest-controller")
            .reconciles(ResourcePoolStatusRequest.RESOURCE_POOL_STATUS_REQUESTS)
            .reads(ResourceClaim.RESOURCE_CLAIMS)
            .indexes(SLICES_BY_DRIVER)
            .writes("update resourcepoolstatusrequests/status", "delete resourcepoolstatusrequests")
            .builtBy(settings -> new ResourcePoolStatusRequestController(settings.metrics()));

    /// @param pools those it asks for, by name
    /// @param tries how often it was found before that slices are missing
    record Snapshot(ResourcePoolStatusRequest request, List<PoolCount> pools, int tries, Instant now) {
        /// As many as it wants to know of.
        List<PoolCount> shown() {
            return pools.stream()
                    .limit(request.spec().limit().orElse(MOST_POOLS))
                    .toList();
        }

        Optional<PoolCount> incomplete() {
            return shown().stream().filter(PoolCount::isIncomplete).findFirst();
        }
    }

    private final Memory<Integer> tries = new Memory<>();
    private final RequestMetrics metrics;

    ResourcePoolStatusRequestController(Metrics metrics) {
        this.metrics = new RequestMetrics(metrics);
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(ResourcePoolStatusRequest.RESOURCE_POOL_STATUS_REQUESTS, key);
        if (found.isEmpty()) {
            tries.forget(key);
            return new Observation.Gone<>();
        }
        var request = found.get();
        var pools = request.status().isPresent() ? List.<PoolCount>of() : pools(request, caches);
        return new Observation.Observed<>(
                new Snapshot(request, pools, tries.of(key).orElse(0), now));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var request = snapshot.request();
        if (request.isDeleting()) {
            return Plan.nothing("it is going");
        }
        var left = lifetimeLeft(request, snapshot.now());
        if (left.filter(Duration::isNegative).isPresent()) {
            return Plan.of("it is old", Step.delete(request));
        }
        // Strictly older, so the moment itself is too early.
        var until = left.map(it -> it.plusMillis(1));
        if (request.status().isPresent()) {
            return Plan.nothing("it is answered").wakingIn(until);
        }
        var incomplete = snapshot.incomplete();
        if (incomplete.isPresent()) {
            var plan = Plan.nothing(incomplete.get().problem()).wakingIn(until);
            return snapshot.tries() < MOST_RETRIES
                    ? plan.wakingIn(FIRST_RETRY.multipliedBy(1L << snapshot.tries()))
                    : plan;
        }
        return Plan.of(
                        "it is to be answered",
                        Step.updateStatus(request.withStatus(answer(snapshot)), Step.Urgency.NOW))
                .wakingIn(until);
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        var key = snapshot.request().key();
        if (snapshot.incomplete().isPresent()) {
            tries.keep(key, snapshot.tries() + 1);
        }
        writes.all().stream()
                .filter(outcome -> !outcome.step().isDelete())
                .forEach(outcome ->
                        metrics.written(snapshot.request().spec().driver(), outcome instanceof Outcome.Refused, took));
    }

    private static List<PoolCount> pools(ResourcePoolStatusRequest request, Caches caches) {
        var driver = request.spec().driver();
        var wanted = request.spec().poolName().filter(name -> !name.isEmpty());
        var slices = caches.of(ResourceSlice.RESOURCE_SLICES).byIndex(SLICES_BY_DRIVER, driver).stream()
                .filter(slice -> wanted.isEmpty()
                        || wanted.get().equals(slice.spec().pool().name()))
                .toList();
        if (slices.isEmpty()) {
            return List.of();
        }
        var allocated = caches.of(ResourceClaim.RESOURCE_CLAIMS).all().stream()
                .flatMap(claim -> claim.status().allocation().stream())
                .flatMap(allocation -> allocation.devices().results().stream())
                .filter(result -> result.driver().equals(driver))
                .collect(Collectors.groupingBy(result -> result.pool(), Collectors.summingInt(_ -> 1)));
        return PoolCount.of(driver, slices, allocated);
    }

    private static ResourcePoolStatusRequestStatus answer(Snapshot snapshot) {
        var shown = snapshot.shown();
        return ResourcePoolStatusRequestStatus.builder()
                .poolCount(snapshot.pools().size())
                .pools(shown.stream().map(PoolCount::status).toList())
                .addConditions(condition -> condition
                        .type("Complete")
                        .status("True")
                        .reason("CalculationComplete")
                        .message("Calculated status for %d pools".formatted(shown.size()))
                        .lastTransitionTime(snapshot.now().truncatedTo(ChronoUnit.SECONDS)))
                .build();
    }

    /// Negative when it is over.
    private static Optional<Duration> lifetimeLeft(ResourcePoolStatusRequest request, Instant now) {
        var created = request.metadata().creationTimestamp();
        return request.status()
                .map(status -> Stream.of("Complete", "Failed")
                        .flatMap(type -> Conditions.find(status.conditions(), type).stream())
                        .findFirst()
                        .flatMap(Condition::lastTransitionTime)
                        .or(() -> created)
                        .map(LIFETIME_ANSWERED::addTo)
                        .map(Instant.class::cast))
                .orElseGet(() -> created.map(it -> it.plus(LIFETIME_UNANSWERED)))
                .map(end -> Duration.between(now, end));
    }
}
