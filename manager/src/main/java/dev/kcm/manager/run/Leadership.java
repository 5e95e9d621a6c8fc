package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Event;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.EventType;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.lease.ApiLeaseLock;
import dev.kcm.runtime.lease.ElectionListener;
import dev.kcm.runtime.lease.ElectionSettings;
import dev.kcm.runtime.lease.Elector;
import dev.kcm.runtime.lease.Fence;
import dev.kcm.runtime.lease.LeaseTimes;
import dev.kcm.runtime.loop.RunningController;
import dev.kcm.runtime.plan.Announcer;
import dev.kcm.runtime.plan.Step;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// Stands for leadership with full caches, and runs the controllers while it leads. Losing the lease stops them behind
/// a closed fence; the process goes on standing by.
///
/// Threading: [#started] and [#stopped] are called by the elector, one after the other.
final class Leadership implements ElectionListener, AutoCloseable {
    private static final Log log = Log.of(Leadership.class);
    private static final Duration PATIENCE_WITH_CACHES = Duration.ofMinutes(2);

    private final ManagerOptions options;
    private final GenericOptions generic;
    private final Connections connections;
    private final Clock clock;
    private final RandomGenerator random = RandomGenerator.getDefault();
    private final List<BuiltControllers.Built> selected;
    private final Informers informers;
    private final Events events;
    private final List<RunningController<?>> controllers = new ArrayList<>();
    private final Optional<Elector> elector;

    Leadership(ManagerOptions options, Connections connections, Clock clock) {
        this.options = options;
        this.generic = options.of(GenericOptions.FLAGS);
        this.connections = connections;
        this.clock = clock;
        this.selected = BuiltControllers.selected(options);
        this.informers =
                new Informers(
                        connections.forInformers(),
                        clock,
                        random,
                        Optional.of(generic.minResyncPeriod()).filter(Duration::isPositive));
        this.events = new Events(clock, random, connections.metrics());
        selected.forEach(built -> RunningController.declare(built.spec(), informers));
        this.elector = generic.leaderElection().elect() ? Optional.of(elector()) : Optional.empty();
    }

    void start() {
        informers.start();
        elector.ifPresentOrElse(Elector::start, () -> started(Fence.withoutElection(clock)));
    }

    /// What is wrong with the lease, for health.
    Optional<String> complaint() {
        return elector.flatMap(Elector::complaint);
    }

    @Override
    public void started(Fence fence) {
        try {
            var resources = selected.stream().flatMap(built -> built.spec().resources().stream()).collect(Collectors.toSet());
            awaitCaches(resources);
            for (var built : selected) {
                start(built.spec(), built.workers().applyAsInt(options), fence);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stopped() {
        var deadline = clock.deadlineIn(generic.shutdownTimeout());
        try {
            for (var controller : controllers) {
                if (!controller.stop(deadline)) {
                    log.warn("Workers still run after the shutdown time-out", "controller", controller.spec().name());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        controllers.clear();
    }

    /// Gives the lease up after the controllers have come to rest.
    @Override
    public void close() {
        elector.ifPresentOrElse(Elector::close, this::stopped);
        events.close();
        informers.close();
    }

    private void awaitCaches(Set<Resource<?>> resources) throws InterruptedException {
        for (; ; ) {
            var missing = informers.awaitFilled(resources, clock.deadlineIn(PATIENCE_WITH_CACHES));
            if (missing.isEmpty()) {
                return;
            }
            log.warn("Caches are not filled yet, controllers wait", "resources", missing);
        }
    }

    private <S> void start(ControllerSpec<S> spec, int workers, Fence fence) throws InterruptedException {
        var client = connections.named(spec.name());
        var recorder =
                events.recorder(
                        EventOrigin.of(spec.names().component()), new ApiEventSink<>(client.on(Event.EVENTS)));
        Announcer announcer =
                (about, severity, reason, note) ->
                        recorder.announce(
                                about,
                                severity == Step.Severity.NORMAL ? EventType.NORMAL : EventType.WARNING,
                                reason,
                                note);
        var controller =
                new RunningController<>(
                        spec,
                        workers,
                        new RunningController.Surroundings(
                                informers, client, fence::isOpen, announcer, clock, connections.metrics()));
        controllers.add(controller);
        controller.start();
        log.info("Started controller", "controller", spec.name());
        clock.sleep(generic.controllerStartInterval());
    }

    private Elector elector() {
        var election = generic.leaderElection();
        var times = new LeaseTimes(election.leaseDuration(), election.renewDeadline(), election.retryPeriod());
        var client = connections.forLease(times.requestTimeOut());
        var lock = new ApiLeaseLock(client, new ObjectKey(election.resourceNamespace(), election.resourceName()));
        var recorder =
                events.recorder(
                        EventOrigin.of("kube-controller-manager"), new ApiEventSink<>(client.on(Event.EVENTS)));
        return new Elector(
                new ElectionSettings(election.resourceName(), identity(), times, true),
                lock,
                this,
                lock.announcer(recorder),
                clock,
                random,
                connections.metrics());
    }

    private static String identity() {
        try {
            return InetAddress.getLocalHost().getHostName() + "_" + UUID.randomUUID();
        } catch (UnknownHostException _) {
            return "localhost_" + UUID.randomUUID();
        }
    }
}
