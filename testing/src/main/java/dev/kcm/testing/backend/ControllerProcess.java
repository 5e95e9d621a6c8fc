package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.Transport;
import dev.kcm.cluster.Participant;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.run.EmbeddedControllers;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.loop.RunningController;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// A simulated process with our controllers in it: caches, queues, recorders and clients are its own,
/// so that nothing outlives it but what it wrote.
final class ControllerProcess {
    /// What all processes of a scenario's controllers have in common.
    ///
    /// @param others run besides those that the options select
    /// @param transports to the server, for each of their clients
    /// @param clock the cluster's; theirs may be skewed
    record Environment(
            ManagerOptions options,
            List<ControllerSpec> others,
            Function<String, Transport> transports,
            WriteLog log,
            FaultScript faults,
            Clock clock,
            ClientSettings clientSettings,
            RandomGenerator random) {}

    private static final String CACHES = "caches";

    private final Environment environment;
    private final Clock clock;
    private final ProcessState state = new ProcessState();
    private final Metrics metrics = new Metrics();
    private final List<Client> clients = new ArrayList<>();
    private final Informers informers;
    private final Events events;
    private final EmbeddedControllers controllers;
    private final Participant participant;

    ControllerProcess(Environment environment) {
        this.environment = environment;
        this.clock = new SkewedClock(environment.clock(), environment.faults());
        this.informers = new Informers(client(CACHES), clock, environment.random());
        this.events = new Events(clock, environment.random(), metrics);
        this.controllers =
                new EmbeddedControllers(environment.options(), environment.others(), informers, events, clock, metrics);
        this.participant = new Participant("our controllers", informers, controllers.group()::followed, this::isQuiet);
    }

    Participant participant() {
        return participant;
    }

    Informers informers() {
        return informers;
    }

    Set<Resource<?>> resources() {
        return controllers.group().resources();
    }

    List<RunningController> running() {
        return controllers.group().running();
    }

    /// Fills the caches; no controller runs yet.
    void startInformers() {
        informers.start();
    }

    /// Whether the caches have synced.
    boolean isFilled() {
        return resources().stream()
                .allMatch(resource -> informers.store(resource).isFilled());
    }

    /// Starts the controllers; the caches must have synced.
    void start() {
        controllers.start(this::client);
    }

    boolean hasEnded() {
        return state.hasEnded();
    }

    /// A process that has ended has nothing left to do.
    boolean isQuiet() {
        return state.hasEnded() || (controllers.group().isQuiet() && events.isQuiet());
    }

    /// Nothing of it reaches the server any more, except what is on its way.
    void loseLease() {
        state.loseLease();
    }

    /// Ends as a killed process does. What is left of its threads has nobody to wait for it: a recorder may wait for
    /// the clock, which stands still as long as the caller does.
    void crash() {
        state.end();
        controllers.group().crash();
        var _ = Thread.ofVirtual().name("end-of-process").start(this::release);
    }

    /// Ends gracefully.
    void close() {
        controllers.close();
        release();
    }

    private void release() {
        events.close();
        informers.close();
        clients.forEach(Client::close);
    }

    private Client client(String controller) {
        var transport = new InterceptingTransport(
                environment.transports().apply(controller),
                controller,
                environment.log(),
                environment.faults(),
                state,
                environment.clock());
        var client = new Client(
                transport,
                environment.clientSettings().withGate(state::isLeader),
                clock,
                environment.random(),
                metrics);
        clients.add(client);
        return client;
    }
}
