package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Transport;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// A namespace of a real cluster whose scheduler and nodes are outside. Our controllers, if they
/// are to act, run in this process and see that namespace only, so that several such stages can
/// stand on one cluster.
final class RemoteBackend implements Backend {
    /// Nothing has to change for so long before a stage counts as settled. Longer than the shortest
    /// run of a pod, as on the embedded stage.
    private static final Duration MOMENT = Duration.ofMillis(1500);

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration PATIENCE_WITH_CHECKS = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(75);

    private static final Predicate<Taint> NOT_READY = taint -> taint.key().equals("node.kubernetes.io/not-ready");

    private final BackendKind kind;
    private final String namespace;
    private final Clock clock = Clock.system();
    private final RemoteServer server;
    private final Client client;
    private final WriteLog log = new WriteLog(clock);
    private final FaultScript faults = new FaultScript();
    private final List<ControllerSpec> specs;
    private final ControllerLives lives;
    private final NamespaceChanges changes;

    private RemoteBackend(BackendSettings plan, BackendKind kind, RemoteServer server) {
        var options = plan.options();
        this.kind = kind;
        this.namespace = plan.namespace() + "-" + Long.toString(clock.nanoTime(), 36);
        this.server = server;
        this.client = server.client("kcm-scenario", ClientSettings.usual().withoutRateLimit(), new Metrics());
        this.specs = plan.specs();
        Function<String, Transport> transports = controller -> {
            var whole = server.transport("kcm-scenario/" + controller);
            return plan.wholeCluster() ? whole : new ScopedTransport(whole, namespace);
        };
        var heritage = new Incarnation.Heritage(options, plan.others(), transports, log, faults, clock);
        this.lives = new ControllerLives(kind.isOurs() ? Optional.of(heritage) : Optional.empty(), new Filling());
        this.changes = new NamespaceChanges(
                new ScopedTransport(server.transport("kcm-scenario"), namespace), namespace, specs, clock);
    }

    static RemoteBackend open(BackendSettings plan, BackendChoice choice) throws InterruptedException {
        var sources = new Kubeconfig.CredentialSources(Clock.system(), new Metrics(), Map.of());
        var config = Configs.fromFlags(choice.kubeconfigOrRefuse(), "", sources);
        var server = RemoteServer.at(config, Clock.system());
        try {
            var backend = new RemoteBackend(plan, choice.kind(), server);
            backend.raiseCurtain(plan);
            return backend;
        } catch (RuntimeException | InterruptedException failed) {
            server.close();
            throw failed;
        }
    }

    private void raiseCurtain(BackendSettings plan) throws InterruptedException {
        client.on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(it -> it.name(namespace)).build());
        if (!plan.controllers().contains("serviceaccount-controller")) {
            createServiceAccount();
        }
        removeTaintsOfReadyNodes();
        changes.start();
        awaitFilled(changes.informers(), changes.resources());
        lives.start();
    }

    /// Every node is tainted when it is made, and where only some controllers run nobody takes that
    /// back when it is ready.
    private void removeTaintsOfReadyNodes() {
        var nodes = client.on(Node.NODES);
        var tainted = new ArrayList<Node>();
        nodes.listAll(ListQuery.everything(), node -> {
            if (isReady(node) && node.spec().taints().stream().anyMatch(NOT_READY)) {
                tainted.add(node);
            }
        });
        for (var node : tainted) {
            var rest = node.spec().taints().stream().filter(NOT_READY.negate()).toList();
            try {
                var _ = nodes.update(node.withSpec(spec -> spec.taints(rest)));
            } catch (ApiException overtaken) {
                if (!(overtaken.failure() instanceof ApiFailure.Conflict)) {
                    throw overtaken; // else another scenario's stage did it
                }
            }
        }
    }

    private static boolean isReady(Node node) {
        return node.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals("Ready") && condition.isTrue());
    }

    /// Without it a namespace takes no pods.
    private void createServiceAccount() {
        try {
            client.on(ServiceAccount.SERVICE_ACCOUNTS)
                    .create(ServiceAccount.builder()
                            .metadata(it -> it.namespace(namespace).name("default"))
                            .build());
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                throw refused;
            }
        }
    }

    @Override
    public BackendKind kind() {
        return kind;
    }

    @Override
    public Client client() {
        return client;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public WriteLog log() {
        return log;
    }

    @Override
    public FaultScript faults() {
        return faults;
    }

    @Override
    public ControllerLives controllers() {
        return lives;
    }

    @Override
    public List<ControllerSpec> specs() {
        return specs;
    }

    @Override
    public void awaitQuiet() throws InterruptedException {
        long asked = clock.nanoTime();
        var deadline = clock.deadlineIn(PATIENCE);
        while (!isCalmSince(Math.max(asked, changes.lastAt()))) {
            if (deadline.hasPassed()) {
                throw new IllegalStateException("the namespace still changes after " + PATIENCE);
            }
            if (lives.hasCrashed()) {
                log.say("our controllers crashed and start again");
                lives.restart();
                asked = clock.nanoTime();
            }
            clock.sleep(BETWEEN_LOOKS);
        }
    }

    private boolean isCalmSince(long nanos) {
        return lives.isQuiet() && !lives.hasCrashed() && clock.nanoTime() - nanos >= MOMENT.toNanos();
    }

    @Override
    public void advance(Duration time) throws InterruptedException {
        if (time.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("%s is too long to wait for on a real cluster (the most is %s): mark the"
                            .formatted(time, LONGEST_WAIT)
                    + " scenario @EmbeddedOnly");
        }
        clock.sleep(time);
    }

    @Override
    public Duration patience() {
        return PATIENCE_WITH_CHECKS;
    }

    /// Owners go before their pods, so that nobody replaces these.
    @Override
    public void close() {
        lives.close();
        var leftovers = changes.resources().stream()
                .filter(resource -> resource.verbs().contains("deletecollection"))
                .sorted(Comparator.comparing(it -> it.plural().equals("pods")))
                .toList();
        changes.close();
        try {
            leftovers.forEach(this::deleteAll);
        } finally {
            client.close();
            server.close();
        }
    }

    private void deleteAll(Resource<?> resource) {
        client.on(resource)
                .deleteAll(
                        ListQuery.in(namespace),
                        DeleteOptions.plain().withPropagation(DeleteOptions.Propagation.BACKGROUND));
    }

    private void awaitFilled(Informers informers, Collection<? extends Resource<?>> resources)
            throws InterruptedException {
        var missing = informers.awaitFilled(resources, clock.deadlineIn(PATIENCE));
        if (!missing.isEmpty()) {
            throw new IllegalStateException("the server does not list " + missing);
        }
    }

    private final class Filling implements ControllerLives.Host {
        @Override
        public void awaitCaches(Incarnation life) throws InterruptedException {
            awaitFilled(life.informers(), life.resources());
        }

        @Override
        public void left(Incarnation life) {}
    }
}
