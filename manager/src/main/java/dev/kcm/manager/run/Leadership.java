package dev.kcm.manager.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;

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
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Event;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.lease.ApiLeaseLock;
import dev.kcm.runtime.lease.ElectionListener;
import dev.kcm.runtime.lease.ElectionSettings;
import dev.kcm.runtime.lease.Elector;
import dev.kcm.runtime.lease.Fence;
import dev.kcm.runtime.lease.LeaseTimes;
import dev.kcm.runtime.loop.RunningController;
import dev.kcm.runtime.plan.Announcer;
import dev.kcm.runtime.plan.Shadow;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/// Stands for leadership with full caches, and runs the controllers while it leads. Losing the
/// lease stops them behind a closed fence; the process goes on standing by.
///
/// Threading: [#started] and [#stopped] are called by the elector, one after the other; [#close] by
/// whoever ends the program, perhaps at the same time.
final class Leadership implements ElectionListener, AutoCloseable {
    private static final Log log = Log.of(Leadership.class);
    private static final Duration PATIENCE_WITH_CACHES = Duration.ofSeconds(30);
    private static final Duration PATIENCE_WITH_EVENTS = Duration.ofSeconds(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final double START_JITTER = 1.0;

    private final ManagerOptions options;
    private final GenericOptions generic;
    private final Clients clients;
    private final Metrics metrics;
    private final Clock clock;
    private final RandomGenerator random = RandomGenerator.getDefault();
    private final TermObserver observer;
    private final List<ControllerSpec> selected;
    private final Informers informers;
    private final Events events;
    private final Gauge runningControllers;
    private final Optional<Shadow> shadow;
    private final Optional<Elector> elector;

    /// Of the controllers of this term, by name.
    private final Map<String, EventRecorder> recorders = new ConcurrentHashMap<>();

    @GuardedBy("this")
    private ControllerTerm term = ControllerTerm.NONE;

    @GuardedBy("this")
    private boolean isClosing;

    Leadership(
            ManagerOptions options,
            Clients clients,
            Metrics metrics,
            Clock clock,
            TermObserver observer) {
        this.options = options;
        this.generic = options.of(GenericOptions.FLAGS);
        this.clients = clients;
        this.metrics = metrics;
        this.clock = clock;
        this.observer = observer;
        this.selected = BuiltControllers.selected(options);
        this.informers =
                new Informers(
                        clients.forInformers(),
                        clock,
                        random,
                        Optional.of(generic.minResyncPeriod()).filter(Duration::isPositive));
        this.events = new Events(clock, random, metrics);
        this.runningControllers =
                metrics.gauge(
                        "running_managed_controllers",
                        "[BETA] Indicates where instances of a controller are currently running",
                        "name",
                        "manager");
        selected.forEach(spec -> RunningController.declare(spec, informers));
        this.shadow =
                options.of(ShadowOptions.FLAGS).shadow()
                        ? Optional.of(new Shadow(informers, clock, metrics))
                        : Optional.empty();
        this.elector =
                generic.leaderElection().elect() && shadow.isEmpty()
                        ? Optional.of(elector())
                        : Optional.empty();
    }

    void start() {
        if (shadow.isPresent()) {
            log.info("Shadow mode: standing for no lease and writing nothing");
        }
        informers.start();
        elector.ifPresentOrElse(
                Elector::start,
                () ->
                        Thread.ofVirtual()
                                .name("term")
                                .start(() -> started(Fence.withoutElection(clock))));
    }

    /// Whether there is a lease to be held.
    boolean isElected() {
        return elector.isPresent();
    }

    /// What is wrong with the lease, for health.
    Optional<String> complaint() {
        return elector.flatMap(Elector::complaint);
    }

    @Override
    public void started(Fence fence) {
        try {
            var begun =
                    new ControllerTerm(
                            selected.stream().map(spec -> supervised(spec, fence)).toList());
            synchronized (this) {
                if (isClosing) {
                    return;
                }
                term = begun;
            }
            observer.began(begun.controllers());
            begun.start();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The fence is open yet: controllers write what they have put off.
    @Override
    public void stopping() {
        stopControllers();
    }

    @Override
    public void stopped() {
        stopControllers();
    }

    /// Lets the controllers finish what they are at, while their writes still count, and gives the
    /// lease up after that.
    @Override
    public void close() {
        synchronized (this) {
            isClosing = true;
        }
        elector.ifPresentOrElse(Elector::close, this::stopControllers);
        events.close();
        informers.close();
    }

    private void stopControllers() {
        ControllerTerm ended;
        synchronized (this) {
            ended = term;
            term = ControllerTerm.NONE;
        }
        try {
            var survivors = ended.stop(generic.shutdownTimeout(), clock);
            closeRecorders();
            observer.ended(ended.controllers());
            if (!survivors.isEmpty()) {
                log.error(
                        "Controller shutdown timeout reached",
                        "timeout",
                        generic.shutdownTimeout(),
                        "runningControllers",
                        survivors);
                observer.outlived(survivors);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Blocks until what a controller reads is cached, or the term ends. Each waits for its own, so
    /// that a resource which is not served holds up nobody else.
    private void awaitCaches(ControllerSpec spec, Fence fence) throws InterruptedException {
        var complaint = clock.deadlineIn(PATIENCE_WITH_CACHES);
        while (fence.isOpen() && !isClosing()) {
            var missing = informers.awaitFilled(spec.resources(), clock.deadlineIn(BETWEEN_LOOKS));
            if (missing.isEmpty()) {
                return;
            }
            if (complaint.hasPassed()) {
                log.warn(
                        "Caches are not filled yet, the controller waits",
                        "controller",
                        spec.name(),
                        "resources",
                        missing);
                complaint = clock.deadlineIn(PATIENCE_WITH_CACHES);
            }
        }
        throw new IllegalStateException("the term ended before the caches were filled");
    }

    /// What controllers announced last is written before their term ends.
    private void closeRecorders() throws InterruptedException {
        var deadline = clock.deadlineIn(PATIENCE_WITH_EVENTS);
        var ended = List.copyOf(recorders.values());
        recorders.clear();
        ended.forEach(EventRecorder::close);
        for (var recorder : ended) {
            recorder.finish(deadline);
        }
    }

    private synchronized boolean isClosing() {
        return isClosing;
    }

    private SupervisedController supervised(ControllerSpec spec, Fence fence) {
        return new SupervisedController(
                spec,
                ControllerDescriptors.startsFirst(spec.name())
                        ? Duration.ZERO
                        : Backoff.jittered(generic.controllerStartInterval(), START_JITTER, random),
                () -> built(spec, fence),
                clock,
                runningControllers.with(spec.name(), CommandLine.PROGRAM));
    }

    private RunningController built(ControllerSpec spec, Fence fence) throws InterruptedException {
        awaitCaches(spec, fence);
        var client =
                clients.forController(
                        spec.name(), shadow.isPresent() ? WriteGate.NEVER_OPEN : fence::isOpen);
        return RunningController.of(
                spec,
                new RunningController.Surroundings(
                        informers,
                        client,
                        shadow.isPresent() ? Announcer.SILENT : announcer(spec, client),
                        options,
                        clock,
                        metrics,
                        shadow.map(it -> it.of(spec.name()))));
    }

    /// One recorder per controller: that of an earlier start takes nothing more in.
    private Announcer announcer(ControllerSpec spec, Client client) {
        var recorder =
                events.recorder(
                        EventOrigin.of(spec.names().component()),
                        new ApiEventSink<>(client.on(Event.EVENTS)));
        Optional.ofNullable(recorders.put(spec.name(), recorder)).ifPresent(EventRecorder::close);
        return Announcing.to(recorder);
    }

    private Elector elector() {
        var election = generic.leaderElection();
        var times =
                new LeaseTimes(
                        election.leaseDuration(), election.renewDeadline(), election.retryPeriod());
        var client = clients.forLease(times.requestTimeOut());
        var lock =
                new ApiLeaseLock(
                        client,
                        new ObjectKey(election.resourceNamespace(), election.resourceName()));
        var recorder =
                events.recorder(
                        EventOrigin.of(CommandLine.PROGRAM),
                        new ApiEventSink<>(client.on(Event.EVENTS)));
        return new Elector(
                new ElectionSettings(election.resourceName(), identity(), times, true),
                lock,
                this,
                lock.announcer(recorder),
                clock,
                random,
                metrics);
    }

    private static String identity() {
        try {
            return InetAddress.getLocalHost().getHostName() + "_" + UUID.randomUUID();
        } catch (UnknownHostException _) {
            return "localhost_" + UUID.randomUUID();
        }
    }
}
