package dev.kcm.runtime.program;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Event;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.loop.RunningController;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Controllers that share informers and are started and stopped together, as often as one likes: a
/// start for each term of leadership, or just one.
///
/// Use: construct, start the informers, wait until [#resources] are cached, [#start], [#stop]. The
/// informers, events and clients stay the caller's. Thread-safe.
public final class ControllerGroup {
    private static final Log log = Log.of(ControllerGroup.class);
    private static final Duration EVENT_TIMEOUT = Duration.ofSeconds(2);

    private final List<ControllerSpec> specs;
    private final Settings.Options options;
    private final Informers informers;
    private final Events events;
    private final Clock clock;
    private final Metrics metrics;

    @GuardedBy("this")
    private final List<RunningController> running = new ArrayList<>();

    @GuardedBy("this")
    private final List<EventRecorder> recorders = new ArrayList<>();

    public ControllerGroup(
            List<ControllerSpec> specs,
            Settings.Options options,
            Informers informers,
            Events events,
            Clock clock,
            Metrics metrics) {
        this.specs = List.copyOf(specs);
        this.options = options;
        this.informers = informers;
        this.events = events;
        this.clock = clock;
        this.metrics = metrics;
        specs.forEach(spec -> RunningController.declare(spec, informers));
    }

    public List<ControllerSpec> specs() {
        return specs;
    }

    /// What must be cached before the start.
    public Set<Resource<?>> resources() {
        return specs.stream().flatMap(spec -> spec.resources().stream()).collect(Collectors.toSet());
    }

    /// What is cached for them now: some find out only at work what they need.
    public synchronized Set<Resource<?>> followed() {
        return Stream.concat(
                        resources().stream(), running.stream().flatMap(controller -> controller.following().stream()))
                .collect(Collectors.toSet());
    }

    /// @param clients a client for a controller, by its name
    public synchronized void start(Function<String, Client> clients) {
        if (!running.isEmpty()) {
            throw new IllegalStateException("the controllers run already: stop them first");
        }
        specs.forEach(spec -> start(spec, clients.apply(spec.name())));
    }

    /// Those that run, for their decision logs.
    public synchronized List<RunningController> running() {
        return List.copyOf(running);
    }

    /// Nothing queued and nothing in hand; wake-ups may be set.
    public synchronized boolean isQuiet() {
        return running.stream().allMatch(RunningController::isQuiet);
    }

    /// Lets them finish what they have in hand and write their last events; the names of those that
    /// still run after `timeout`.
    public List<String> stop(Duration timeout) {
        return end(timeout, EVENT_TIMEOUT);
    }

    /// Ends them as the end of a process would: what is in hand is abandoned.
    public void crash() {
        var _ = end(Duration.ZERO, Duration.ZERO);
    }

    private synchronized List<String> end(Duration timeout, Duration eventTimeout) {
        var survivors = new ArrayList<String>();
        try {
            var deadline = clock.deadlineIn(timeout);
            for (var controller : running) {
                if (!controller.stop(deadline)) {
                    log.warn(
                            "Workers did not stop in time",
                            "controller",
                            controller.spec().name());
                    survivors.add(controller.spec().name());
                }
            }
            finishEvents(eventTimeout);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            running.clear();
            recorders.clear();
        }
        return survivors;
    }

    @GuardedBy("this")
    private void finishEvents(Duration timeout) throws InterruptedException {
        recorders.forEach(EventRecorder::close);
        if (timeout.isPositive()) {
            var deadline = clock.deadlineIn(timeout);
            for (var recorder : recorders) {
                recorder.finish(deadline);
            }
        }
    }

    @GuardedBy("this")
    private void start(ControllerSpec spec, Client client) {
        var recorder =
                events.recorder(EventOrigin.of(spec.names().component()), new ApiEventSink(client.on(Event.EVENTS)));
        recorders.add(recorder);
        var controller = RunningController.of(
                spec,
                new RunningController.Surroundings(
                        informers, client, RecordedEvents.to(recorder), options, clock, metrics, Optional.empty()));
        running.add(controller);
        controller.start();
        log.v(1).info("Started controller", "controller", spec.name());
    }
}
