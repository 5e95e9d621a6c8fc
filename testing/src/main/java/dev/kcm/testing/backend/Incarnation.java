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

/// One life of our controllers: caches, queues, recorders and clients of its own, so that nothing
/// outlives it but what it wrote.
final class Incarnation {
    /// What all lives of a scenario's controllers have in common.
    ///
    /// @param others run besides those that the options select
    /// @param transports to the server, for each of their clients
    record Heritage(
            ManagerOptions options,
            List<ControllerSpec> others,
            Function<String, Transport> transports,
            WriteLog log,
            FaultScript faults,
            Clock clock) {}

    private static final String CACHES = "caches";

    private final Heritage heritage;
    private final Life life = new Life();
    private final Metrics metrics = new Metrics();
    private final List<Client> clients = new ArrayList<>();
    private final Informers informers;
    private final Events events;
    private final EmbeddedControllers controllers;
    private final Participant participant;

    Incarnation(Heritage heritage) {
        this.heritage = heritage;
        var random = RandomGenerator.getDefault();
        this.informers = new Informers(client(CACHES), heritage.clock(), random);
        this.events = new Events(heritage.clock(), random, metrics);
        this.controllers = new EmbeddedControllers(
                heritage.options(), heritage.others(), informers, events, heritage.clock(), metrics);
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

    /// Fills the caches; nothing is decided yet.
    void wake() {
        informers.start();
    }

    /// Lets the controllers work; the caches must be full.
    void start() {
        controllers.start(this::client);
    }

    boolean isOver() {
        return life.isOver();
    }

    /// A process that has ended has nothing left to do.
    boolean isQuiet() {
        return life.isOver() || (controllers.group().isQuiet() && events.isQuiet());
    }

    /// Nothing of it reaches the server any more, except what is on its way.
    void loseLease() {
        life.loseLease();
    }

    /// Ends as a killed process does.
    void crash() {
        life.end();
        controllers.group().crash();
        release();
    }

    /// Ends in order.
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
        var transport = new TappedTransport(
                heritage.transports().apply(controller), controller, heritage.log(), heritage.faults(), life);
        var client = new Client(
                transport, ClientSettings.usual().withoutRateLimit().withGate(life::leads), heritage.clock(), metrics);
        clients.add(client);
        return client;
    }
}
