package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Event;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.loop.RunningController;
import dev.kcm.runtime.plan.Announcer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The controllers that options select, in somebody else's process: on informers and clients given
/// to it, without a lease, as there is no second manager.
///
/// Use: construct, start the informers, wait until [#resources] are cached, [#start], [#close].
public final class EmbeddedControllers implements AutoCloseable {
    private static final Log log = Log.of(EmbeddedControllers.class);

    private final ManagerOptions options;
    private final Informers informers;
    private final Function<String, Client> clients;
    private final Clock clock;
    private final Metrics metrics;
    private final Events events;
    private final List<ControllerSpec> selected;
    private final List<RunningController> running = new ArrayList<>();

    /// @param clients a client for a controller, by its name
    public EmbeddedControllers(
            ManagerOptions options,
            Informers informers,
            Function<String, Client> clients,
            Events events,
            Clock clock,
            Metrics metrics) {
        this.options = options;
        this.informers = informers;
        this.clients = clients;
        this.events = events;
        this.clock = clock;
        this.metrics = metrics;
        this.selected = BuiltControllers.selected(options);
        selected.forEach(spec -> RunningController.declare(spec, informers));
    }

    /// What the controllers that options select declare of themselves; nothing is started.
    public static List<ControllerSpec> specs(ManagerOptions options) {
        return BuiltControllers.selected(options);
    }

    /// The names of all controllers that are built, whatever options say.
    public static Set<String> built() {
        return BuiltControllers.names();
    }

    /// What must be cached before the start.
    public Set<Resource<?>> resources() {
        return selected.stream()
                .flatMap(spec -> spec.resources().stream())
                .collect(Collectors.toSet());
    }

    /// Whether the options select the controller of this name.
    public boolean includes(String controller) {
        return selected.stream().anyMatch(spec -> spec.name().equals(controller));
    }

    /// What is cached for them now: some find out only at work what they need.
    public synchronized Set<Resource<?>> followed() {
        return Stream.concat(
                        resources().stream(),
                        running.stream().flatMap(controller -> controller.following().stream()))
                .collect(Collectors.toSet());
    }

    /// Controllers that upstream would run with these options and that are not built yet.
    public List<String> missing() {
        return BuiltControllers.missing(options);
    }

    /// Those of them that were asked for by name, which nobody should believe to run.
    public List<String> refused() {
        return BuiltControllers.refused(options);
    }

    /// Why they must not start with these options.
    public List<String> refusals() {
        return BuiltControllers.refusals(options);
    }

    public synchronized void start() {
        selected.forEach(this::start);
    }

    /// Nothing queued and nothing in hand; wake-ups may be set.
    public synchronized boolean isQuiet() {
        return running.stream().allMatch(RunningController::isQuiet);
    }

    /// Those that run, for their journals.
    public synchronized List<RunningController> running() {
        return List.copyOf(running);
    }

    /// Lets them finish what they have in hand, for a while.
    @Override
    public void close() {
        stop(options.of(GenericOptions.FLAGS).shutdownTimeout());
    }

    /// Ends them as the end of a process would: what is in hand is abandoned.
    public void crash() {
        stop(Duration.ZERO);
    }

    private synchronized void stop(Duration patience) {
        var deadline = clock.deadlineIn(patience);
        try {
            for (var controller : running) {
                if (!controller.stop(deadline)) {
                    log.warn("Workers still run", "controller", controller.spec().name());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        running.clear();
    }

    private void start(ControllerSpec spec) {
        var client = clients.apply(spec.name());
        var around =
                new RunningController.Surroundings(
                        informers,
                        client,
                        announcer(spec, client),
                        new OneServerOptions(options),
                        clock,
                        metrics,
                        Optional.empty());
        var controller = RunningController.of(spec, around);
        running.add(controller);
        controller.start();
        log.v(1).info("Started controller", "controller", spec.name());
    }

    private Announcer announcer(ControllerSpec spec, Client client) {
        var recorder =
                events.recorder(
                        EventOrigin.of(spec.names().component()),
                        new ApiEventSink<>(client.on(Event.EVENTS)));
        return Announcing.to(recorder);
    }
}
