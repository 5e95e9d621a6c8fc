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
    record Environment(
            ManagerOptions options,
            List<ControllerSpec> others,
            Function<String, Transport> transports,
            WriteLog log,
            FaultScript faults,
            Clock clock) {}

    private static final String CACHES = "caches";

    private final Environment environment;
    private final ProcessState state = new ProcessState();
    private final Metrics metrics = new Metrics();
    private final List<Client> clients = new ArrayList<>();
    private final Informers informers;
    private final Events events;
    private final EmbeddedControllers controllers;
    private final Participant participant;

    ControllerProcess(Environment environment) {
        this.environment = environment;
        var random = RandomGenerator.getDefault();
        this.informers = new Informers(client(CACHES), environment.clock(), random);
        this.events = new Events(environment.clock(), random, metrics);
        this.controllers = new EmbeddedControllers(
                environment.options(), environment.others(), informers, events, environment.clock(), metrics);
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

    /// Ends as a killed process does.
    void crash() {
        state.end();
        controllers.group().crash();
        release();
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
                environment.transports().apply(controller), controller, environment.log(), environment.faults(), state);
        var client = new Client(
                transport,
                ClientSettings.usual().withoutRateLimit().withGate(state::isLeader),
                environment.clock(),
                metrics);
        clients.add(client);
        return client;
    }
}
