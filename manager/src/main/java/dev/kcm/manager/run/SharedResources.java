package dev.kcm.manager.run;

import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Gauge;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.WriteGate;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.options.ShadowOptions;
import dev.kcm.manager.registry.ControllerDescriptors;
import dev.kcm.runtime.cache.FreshnessBarrier;
import dev.kcm.runtime.cache.InformerMetrics;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.lease.Fence;
import dev.kcm.runtime.loop.RunningController;
import dev.kcm.runtime.plan.EventPublisher;
import dev.kcm.runtime.plan.Shadow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// What the controllers of all locks and terms share: caches, clients, events, metrics. Closing
/// it stops the caches; controllers must have stopped by then. Thread-safe.
final class SharedResources implements AutoCloseable {
    private static final Log log = Log.of(SharedResources.class);
    private static final Duration CACHE_WARNING_INTERVAL = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final double START_JITTER = 1.0;

    private final ManagerOptions options;
    private final GenericOptions generic;
    private final Clients clients;
    private final Client informing;
    private final Metrics metrics;
    private final Clock clock;
    private final RandomGenerator random = RandomGenerator.getDefault();
    private final Informers informers;
    private final Events events;
    private final Gauge runningControllers;
    private final Optional<Shadow> shadow;

    /// @param specs every controller that may ever run here
    SharedResources(ManagerOptions options, List<ControllerSpec> specs, Clients clients, Metrics metrics, Clock clock) {
        this.options = options;
        this.generic = options.of(GenericOptions.FLAGS);
        this.clients = clients;
        this.metrics = metrics;
        this.clock = clock;
        this.informing = clients.forInformers();
        this.informers = new Informers(
                informing,
                clock,
                random,
                Optional.of(generic.minResyncPeriod()).filter(Duration::isPositive),
                new InformerMetrics("kube-controller-manager", metrics));
        this.events = new Events(clock, random, metrics);
        this.runningControllers = metrics.gauge(
                "running_managed_controllers",
                "[BETA] Indicates where instances of a controller are currently running",
                "name",
                "manager");
        specs.forEach(spec -> RunningController.declare(spec, informers));
        this.shadow = options.of(ShadowOptions.FLAGS).shadow()
                ? Optional.of(new Shadow(informers, clock, metrics))
                : Optional.empty();
    }

    /// Begins to fill the caches, unless that has begun.
    void start() {
        informers.start();
    }

    Clock clock() {
        return clock;
    }

    Events events() {
        return events;
    }

    /// How long controllers get to finish.
    Duration shutdownTimeout() {
        return generic.shutdownTimeout();
    }

    boolean isShadow() {
        return shadow.isPresent();
    }

    /// Begins to bring what these controllers read up to what the cluster is now.
    FreshnessBarrier catchUp(List<ControllerSpec> specs, BooleanSupplier isWanted) {
        return FreshnessBarrier.begun(
                specs.stream().flatMap(spec -> spec.resources().stream()).collect(Collectors.toSet()),
                informers,
                informing,
                clock,
                isWanted);
    }

    /// A controller for one term. It starts when its caches are full and have caught up, and gives
    /// up waiting for them when it is no longer `isWanted`.
    SupervisedController supervised(
            ControllerSpec spec, Fence fence, Recorders recorders, FreshnessBarrier catchUp, BooleanSupplier isWanted) {
        return new SupervisedController(
                spec,
                ControllerDescriptors.startsFirst(spec.name())
                        ? Duration.ZERO
                        : Backoff.jittered(generic.controllerStartInterval(), START_JITTER, random),
                () -> {
                    awaitCaches(spec, isWanted);
                    catchUp.await(spec.resources());
                    return built(spec, fence, recorders);
                },
                clock,
                runningControllers.with(spec.name(), CommandLine.PROGRAM));
    }

    @Override
    public void close() {
        events.close();
        informers.close();
    }

    /// Each controller waits for what it reads itself, so that a resource which is not served holds
    /// up nobody else.
    private void awaitCaches(ControllerSpec spec, BooleanSupplier isWanted) throws InterruptedException {
        var nextWarning = clock.deadlineIn(CACHE_WARNING_INTERVAL);
        while (isWanted.getAsBoolean()) {
            var missing = informers.awaitFilled(spec.resources(), clock.deadlineIn(BETWEEN_LOOKS));
            if (missing.isEmpty()) {
                return;
            }
            if (nextWarning.hasPassed()) {
                log.warn("Waiting for caches to sync", "controller", spec.name(), "resources", missing);
                nextWarning = clock.deadlineIn(CACHE_WARNING_INTERVAL);
            }
        }
        throw new IllegalStateException("the term ended before the caches were filled");
    }

    private RunningController built(ControllerSpec spec, Fence fence, Recorders recorders) {
        var client = clients.forController(spec.name(), isShadow() ? WriteGate.NEVER_OPEN : fence::isOpen);
        return RunningController.of(
                spec,
                new RunningController.Surroundings(
                        informers,
                        client,
                        isShadow() ? EventPublisher.NONE : recorders.publisher(spec, client),
                        options,
                        clock,
                        metrics,
                        shadow.map(it -> it.of(spec.name()))));
    }
}
