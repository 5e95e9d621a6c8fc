package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Transport;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Propagation;
import dev.kcm.runtime.cache.Informers;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A namespace of a real cluster whose scheduler and nodes are outside. Our controllers, if they
/// are to act, run in this process and see that namespace only, so that several scenarios can
/// share one cluster.
final class RemoteBackend extends Backend {
    /// How long nothing may change before the backend counts as quiet. Longer than the shortest run
    /// of a pod, as with the embedded backend.
    private static final Duration QUIET_PERIOD = Duration.ofMillis(1500);

    /// How much longer the scheduler of a machine under load may take to look at a pod. Some pods it never looks at,
    /// such as those whose claims nobody makes.
    private static final Duration SLOWEST_SCHEDULER = Duration.ofSeconds(10);

    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(10);
    /// A real cluster is quiet when nothing has come for a while: there is nothing to wait for but
    /// time.
    private static final Duration POLL_INTERVAL = Duration.ofMillis(25);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(75);

    private final RemoteServer server;
    private final ControllerProcesses processes;
    private final NamespaceChanges changes;

    private RemoteBackend(BackendSettings settings, BackendKind kind, RemoteServer server) {
        super(
                kind,
                settings,
                settings.namespace() + "-" + Long.toString(Clock.system().nanoTime(), 36),
                Clock.system(),
                server.transport("kcm-scenario"),
                Optional.empty());
        this.server = server;
        Function<String, Transport> transports = controller -> {
            var whole = server.transport("kcm-scenario/" + controller);
            return settings.wholeCluster() ? whole : new ScopedTransport(whole, namespace());
        };
        var environment = environment(settings, transports);
        this.processes =
                new ControllerProcesses(kind.isOurs() ? Optional.of(environment) : Optional.empty(), new CacheSync());
        this.changes = new NamespaceChanges(
                new ScopedTransport(server.transport("kcm-scenario"), namespace()),
                namespace(),
                specs(),
                recorder(),
                clock(),
                settings.random());
    }

    static RemoteBackend open(BackendSettings settings, BackendChoice choice) throws InterruptedException {
        var sources = new Kubeconfig.CredentialSources(Clock.system(), new Metrics(), Map.of());
        var config = Configs.fromFlags(choice.requireKubeconfig(), "", sources);
        var server = RemoteServer.at(config, Clock.system());
        try {
            var backend = new RemoteBackend(settings, choice.kind(), server);
            backend.prepare(settings);
            return backend;
        } catch (RuntimeException | InterruptedException failed) {
            server.close();
            throw failed;
        }
    }

    private void prepare(BackendSettings settings) throws InterruptedException {
        client().on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(it -> it.name(namespace())).build());
        if (!settings.controllers().contains("serviceaccount-controller")) {
            createServiceAccount();
        }
        changes.start();
        awaitFilled(changes.informers(), changes.resources());
        processes.start();
    }

    /// Without it a namespace takes no pods.
    private void createServiceAccount() {
        try {
            client().on(ServiceAccount.SERVICE_ACCOUNTS)
                    .create(ServiceAccount.builder()
                            .metadata(it -> it.namespace(namespace()).name("default"))
                            .build());
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                throw refused;
            }
        }
    }

    @Override
    public ControllerProcesses controllers() {
        return processes;
    }

    @Override
    public void awaitQuiet() throws InterruptedException {
        long since = clock().nanoTime();
        var deadline = clock().deadlineIn(TIMEOUT);
        while (!isQuietSince(Math.max(since, changes.lastAt()))) {
            if (deadline.hasPassed()) {
                throw new IllegalStateException("the namespace still changes after " + TIMEOUT);
            }
            if (restartIfCrashed()) {
                since = clock().nanoTime();
            }
            clock().sleep(POLL_INTERVAL);
        }
    }

    private boolean isQuietSince(long nanos) {
        long quietFor = clock().nanoTime() - nanos;
        return quietFor >= QUIET_PERIOD.toNanos()
                && processes.isQuiet()
                && !processes.hasCrashed()
                && (quietFor >= SLOWEST_SCHEDULER.toNanos() || !changes.awaitsScheduler());
    }

    @Override
    public void advance(Duration time) throws InterruptedException {
        if (time.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("%s is too long to wait for on a real cluster (the most is %s): mark the"
                            .formatted(time, LONGEST_WAIT)
                    + " scenario @EmbeddedOnly");
        }
        clock().sleep(time);
    }

    @Override
    public Duration checkTimeout() {
        return CHECK_TIMEOUT;
    }

    /// Owners go before their pods, so that nobody replaces these.
    @Override
    public void close() {
        processes.close();
        var leftovers = changes.resources().stream()
                .filter(resource -> resource.verbs().contains("deletecollection"))
                .sorted(Comparator.comparing(it -> it.plural().equals("pods")))
                .toList();
        changes.close();
        try {
            leftovers.forEach(this::deleteAll);
        } finally {
            client().close();
            server.close();
        }
    }

    private void deleteAll(Resource<?> resource) {
        client().on(resource)
                .deleteAll(ListQuery.in(namespace()), DeleteOptions.plain().withPropagation(Propagation.BACKGROUND));
    }

    private void awaitFilled(Informers informers, Collection<? extends Resource<?>> resources)
            throws InterruptedException {
        var missing = informers.awaitFilled(resources, clock().deadlineIn(TIMEOUT));
        if (!missing.isEmpty()) {
            throw new IllegalStateException("the server does not list " + missing);
        }
    }

    private final class CacheSync implements ControllerProcesses.Host {
        @Override
        public void started(ControllerProcess process) throws InterruptedException {
            awaitFilled(process.informers(), process.resources());
        }

        @Override
        public void ended(ControllerProcess process) {}
    }
}
