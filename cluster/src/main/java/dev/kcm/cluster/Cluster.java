package dev.kcm.cluster;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.HistoryLimits;
import dev.kcm.apiserver.store.StoreUnavailableException;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.store.log.DiskDirectory;
import dev.kcm.apiserver.store.log.FileWriteAheadLog;
import dev.kcm.apiserver.store.log.UnusableLogException;
import dev.kcm.base.Clock;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.x509.PemText;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.Transport;
import dev.kcm.cluster.cloud.SimulatedCloud;
import dev.kcm.cluster.inprocess.InProcessTransport;
import dev.kcm.cluster.nodes.NodeFleet;
import dev.kcm.cluster.nodes.SimulatedDrivers;
import dev.kcm.cluster.nodes.SimulatedKubelet;
import dev.kcm.cluster.scheduling.Scheduler;
import dev.kcm.cluster.storage.SimulatedStorage;
import dev.kcm.cluster.why.Explanation;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.registry.ControllerAccounts;
import dev.kcm.manager.run.EmbeddedControllers;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.event.ApiEventSink;
import dev.kcm.runtime.event.EventOrigin;
import dev.kcm.runtime.event.Events;
import dev.kcm.serving.Handler;
import dev.kcm.serving.LibraryLog;
import dev.kcm.serving.Server;
import dev.kcm.serving.tls.Tls;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// A cluster in this process: API server, controllers, scheduling and simulated nodes. For
/// development and tests.
///
/// [#start] returns when its nodes are ready and the namespace `default` takes pods. Thread-safe.
public final class Cluster implements AutoCloseable {
    private static final Duration QUIET_TIMEOUT = Duration.ofSeconds(60);

    /// Quiet is a fact about all queues, caches, recorders and the store together, and none of them
    /// signals that it has become so; asking costs microseconds.
    private static final Duration SHORTEST_PAUSE = Duration.ofNanos(20_000);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(1);

    private static final Duration SMALLEST_STEP = Duration.ofMillis(1);
    private static final ClientSettings UNLIMITED = ClientSettings.usual().withoutRateLimit();
    private static final String SERVICE_ACCOUNT_CONTROLLER = "serviceaccount-controller";
    private static final Set<Resource<?>> MACHINERY = Set.of(
            Pod.PODS,
            Node.NODES,
            ResourceClaim.RESOURCE_CLAIMS,
            ResourceSlice.RESOURCE_SLICES,
            DeviceClass.DEVICE_CLASSES);

    private final ClusterSettings settings;
    private final Clock clock;
    private final RandomGenerator jitter;
    private final Metrics metrics = new Metrics();
    private final CloseableStack opened;
    private final CloseableStack clients;
    private final Optional<DataDirectory> directory;
    private final Keys keys;
    private final ApiServer server;
    private final EmbeddedControllers controllers;
    private final QuietCheck quiet;
    private final NodeFleet fleet;
    private final SimulatedCloud cloud;
    private final Optional<SimulatedStorage> storage;
    private volatile Optional<Access> access = Optional.empty();

    /// How to reach it from outside.
    private record Access(String url, String kubeconfig) {}

    private Cluster(ClusterSettings settings, CloseableStack opened) throws InterruptedException {
        this.cloud = new SimulatedCloud(settings.clock());
        var options = options(settings.controllers().managerFlags()).withCloud(Optional.of(cloud));
        LibraryLog.install(); // before the HTTP server creates its logger
        this.settings = settings;
        this.opened = opened;
        this.clock = settings.clock();
        this.directory = settings.directory().map(path -> opened.add(DataDirectory.open(path)));
        var kept = directory.map(it -> it.file("pki"));
        if (settings.port().isPresent()) {
            Keys.prepareAdministrator(kept);
        }
        this.keys = Keys.in(kept, clock.instant());
        var random = settings.random().orElseGet(SecureRandom::new);
        this.jitter = settings.random().orElseGet(RandomGenerator::getDefault);
        var store = opened.add(store());
        this.server = opened.add(ApiServer.start(new ApiServer.Parts(store, clock, random, keys.tokenKeys())));
        this.clients = opened.add(new CloseableStack());
        var forControllers = opened.add(informers("system:kube-controller-manager"));
        var forMachinery = opened.add(informers("system:kcm-nodes"));
        var events = opened.add(new Events(clock, jitter, metrics));
        var machine = client("system:kcm-nodes");
        this.controllers = opened.add(new EmbeddedControllers(
                options, settings.controllers().others(), forControllers, events, clock, metrics));
        requireBuiltControllers();
        boolean hasStorage = settings.machines().haveStorage();
        this.fleet = opened.add(
                new NodeFleet(machine, forMachinery, cloud.instances().orElseThrow(), clock, metrics, hasStorage));
        var pods = opened.add(new SimulatedKubelet(machine, forMachinery, clock, metrics, hasStorage));
        this.storage = hasStorage ? Optional.of(opened.add(storage(events, forMachinery))) : Optional.empty();
        var drivers = opened.add(new SimulatedDrivers(machine, forMachinery, clock, metrics));
        var scheduler = opened.add(scheduler(events, forMachinery));
        var accounts = controllers.includes(SERVICE_ACCOUNT_CONTROLLER)
                ? Optional.<DefaultServiceAccounts>empty()
                : Optional.of(opened.add(new DefaultServiceAccounts(machine, forMachinery, clock, metrics)));
        this.quiet = new QuietCheck(
                store,
                List.of(
                        new Participant(
                                "the controllers",
                                forControllers,
                                controllers.group()::followed,
                                controllers.group()::isQuiet),
                        new Participant(
                                "nodes and scheduling",
                                forMachinery,
                                () -> MACHINERY,
                                () -> fleet.isQuiet()
                                        && pods.isQuiet()
                                        && drivers.isQuiet()
                                        && scheduler.isQuiet()
                                        && events.isQuiet()),
                        new Participant(
                                "the storage",
                                forMachinery,
                                () -> hasStorage ? SimulatedStorage.RESOURCES : Set.of(),
                                () -> storage.map(SimulatedStorage::isQuiet).orElse(true)),
                        new Participant(
                                "the service accounts",
                                forMachinery,
                                () -> accounts.map(DefaultServiceAccounts::resources)
                                        .orElse(Set.of()),
                                () -> accounts.map(DefaultServiceAccounts::isQuiet)
                                        .orElse(true))));
        forControllers.start();
        forMachinery.start();
        accounts.ifPresent(DefaultServiceAccounts::start);
        fleet.start();
        pods.start();
        drivers.start();
        storage.ifPresent(SimulatedStorage::start);
        scheduler.start();
    }

    /// Starts a cluster; one that cannot start leaves nothing behind.
    ///
    /// @throws ClusterException if it cannot, with what to do about it
    public static Cluster start(ClusterSettings settings) throws InterruptedException {
        var opened = new CloseableStack();
        try {
            var cluster = new Cluster(settings, opened);
            cluster.run();
            return cluster;
        } catch (StoreUnavailableException full) {
            opened.close();
            throw new ClusterException("cannot start: " + full.getMessage(), full);
        } catch (RuntimeException | InterruptedException failed) {
            opened.close();
            throw failed;
        }
    }

    private void run() throws InterruptedException {
        fleet.register(settings.machines().nodes());
        storage.ifPresent(SimulatedStorage::register);
        awaitQuiet(QUIET_TIMEOUT);
        if (!settings.controllers().areElsewhere()) {
            controllers.start(this::controllerClient);
        }
        awaitQuiet(QUIET_TIMEOUT);
        settings.port().ifPresent(this::serve);
    }

    /// A client in this process that may do everything.
    public Client client() {
        return client("kubernetes-admin");
    }

    /// The cloud it runs in, for controllers that work on this cluster from elsewhere.
    public CloudProvider cloud() {
        return cloud;
    }

    /// A node, to be stopped and started; that there is none of this name shows then.
    public SimulatedNode node(String name) {
        return new SimulatedNode(client(), name);
    }

    /// What a pod uses, to be set; that there is none of this name shows then.
    public ScriptedUsage usage(String namespace, String pod) {
        return new ScriptedUsage(client(), ObjectKey.of(namespace, pod));
    }

    /// The address for any client, if it is served.
    public Optional<String> url() {
        return access.map(Access::url);
    }

    /// A kubeconfig for any client, if it is served.
    public Optional<String> kubeconfig() {
        return access.map(Access::kubeconfig);
    }

    /// The controllers that run, for their decision logs.
    public EmbeddedControllers controllers() {
        return controllers;
    }

    public List<String> controllerNames() {
        return controllers.group().running().stream()
                .map(it -> it.spec().name())
                .sorted()
                .toList();
    }

    /// What an object waits for, with the chain of causes, as text.
    ///
    /// @param kind by its singular, plural or short name
    /// @throws dev.kcm.cluster.why.UnknownKindException if there is no such kind
    /// @throws dev.kcm.model.failure.ApiException if there is no such object
    public String explain(String kind, String namespace, String name) {
        return explain(RequestUser.ADMINISTRATOR, kind, namespace, name);
    }

    /// The same of what this caller may read.
    private String explain(RequestUser caller, String kind, String namespace, String name) {
        try (var client = new Client(transport(caller), UNLIMITED, clock, metrics)) {
            return new Explanation(client, new LoggedDecisions(controllers)).of(kind, namespace, name);
        }
    }

    /// Carries the requests of one user to the server in this process, for those who put something
    /// between it and a client. The user may do everything.
    public Transport transport(String user) {
        return transport(RequestUser.of(user, RequestUser.MASTERS));
    }

    private Transport transport(RequestUser identity) {
        return new InProcessTransport(
                server, identity, PemText.certificate(keys.authority().certificate()));
    }

    /// Makes [#isQuiet] and [#awaitQuiet] include another component that works on this cluster.
    public void join(Participant participant) {
        quiet.join(participant);
    }

    public void leave(Participant participant) {
        quiet.leave(participant);
    }

    /// Whether nothing is left to do at this moment of the cluster's clock.
    public boolean isQuiet() {
        return quiet.isQuiet();
    }

    /// What keeps it from being quiet, as a readable list; empty when nothing does.
    public String pendingWork() {
        return quiet.pendingWork();
    }

    /// Waits until nothing is left to do at this moment of the cluster's clock: all caches show all
    /// writes and all queues are empty. Timers that are not due yet are not waited for.
    ///
    /// @throws IllegalStateException if it does not become quiet in time
    public void awaitQuiet(Duration timeout) throws InterruptedException {
        var real = Clock.system();
        var deadline = real.deadlineIn(timeout);
        var pause = SHORTEST_PAUSE;
        while (!quiet.isQuiet()) {
            if (deadline.hasPassed()) {
                throw new IllegalStateException("the cluster is still busy after %s: %s"
                        .formatted(timeout, server.unhealthyReason().orElseGet(this::pendingWork)));
            }
            real.sleep(pause);
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
        }
    }

    /// Lets time pass on a virtual clock, timer by timer, and waits after each until the cluster is quiet.
    ///
    /// @throws IllegalStateException if the cluster has the real clock, or does not become quiet
    public void advance(Duration time) throws InterruptedException {
        if (!(clock instanceof VirtualClock virtual)) {
            throw new IllegalStateException("time passes by itself in a cluster with the real clock");
        }
        awaitQuiet(QUIET_TIMEOUT);
        for (var left = time; left.isPositive(); ) {
            var next = virtual.untilNextTimer().filter(Duration::isPositive).orElse(SMALLEST_STEP);
            var step = next.compareTo(left) < 0 ? next : left;
            virtual.advance(step);
            left = left.minus(step);
            awaitQuiet(QUIET_TIMEOUT);
        }
    }

    @Override
    public void close() {
        opened.close();
    }

    private VersionedStore store() {
        if (settings.persistence() == Persistence.IN_MEMORY || directory.isEmpty()) {
            return VersionedStore.inMemory();
        }
        var forces = settings.persistence() == Persistence.DURABLE;
        var files = new DiskDirectory(directory.get().path(), forces);
        try {
            return VersionedStore.open(FileWriteAheadLog.open(files, clock), HistoryLimits.DEFAULT);
        } catch (UnusableLogException unreadable) {
            throw new ClusterException(
                    "%s (kcm restore --overwrite puts a backup in its place, kcm reset deletes it, --data-dir names another)"
                            .formatted(unreadable.getMessage()),
                    unreadable);
        } catch (StoreUnavailableException unwritable) {
            throw new ClusterException(
                    "%s (--data-dir names another directory)".formatted(unwritable.getMessage()), unwritable);
        }
    }

    private static ManagerOptions options(List<String> flags) {
        return switch (CommandLine.read(flags, () -> 0)) {
            case CommandLine.Run run -> run.options();
            case CommandLine.Refuse(var text) -> throw new ClusterException(text.strip());
            case CommandLine.Print(var text) -> throw new ClusterException(text.strip());
        };
    }

    private void requireBuiltControllers() {
        if (!controllers.refused().isEmpty()) {
            throw new ClusterException("--controllers names controllers that are not built yet: "
                    + String.join(", ", controllers.refused()));
        }
        if (!controllers.startupErrors().isEmpty()) {
            throw new ClusterException(String.join("; ", controllers.startupErrors()));
        }
    }

    private Scheduler scheduler(Events events, Informers informers) {
        var client = client("system:kube-scheduler");
        var recorder = events.recorder(EventOrigin.of("default-scheduler"), new ApiEventSink(client.on(Event.EVENTS)));
        return new Scheduler(client, informers, recorder, clock, metrics);
    }

    private SimulatedStorage storage(Events events, Informers informers) {
        var client = client("system:kcm-storage");
        var recorder = events.recorder(EventOrigin.of("csi.kcm.dev"), new ApiEventSink(client.on(Event.EVENTS)));
        return new SimulatedStorage(client, informers, recorder, clock, metrics);
    }

    private Informers informers(String user) {
        return new Informers(client(user), clock, jitter);
    }

    /// A controller acts as its own account and may do what upstream's roles allow that, so that a
    /// permission it lacks shows here too. Others have no roles, and may do everything.
    private Client controllerClient(String controller) {
        if (settings.controllers().others().stream()
                .anyMatch(spec -> spec.name().equals(controller))) {
            return client(controller);
        }
        var account = ControllerAccounts.of(controller);
        return client(transport(RequestUser.serviceAccount("kube-system", account, "")));
    }

    private Client client(String user) {
        return client(transport(user));
    }

    private Client client(Transport transport) {
        return clients.add(new Client(transport, UNLIMITED, clock, jitter, metrics));
    }

    private Handler handler(TrustedAuthorities authorities) {
        var api = server.handler(authorities);
        var callers = server.callers(authorities);
        var why = new WhyPage(server, callers, this::explain);
        var backup = new BackupPage(server, callers);
        return exchange -> {
            Handler page = WhyPage.covers(exchange) ? why : BackupPage.covers(exchange) ? backup : api;
            page.handle(exchange);
        };
    }

    private void serve(int port) {
        var authority = keys.authority().certificate();
        Server https;
        try {
            https = Server.on("127.0.0.1", port)
                    .tls(Tls.with(keys.serving()).askingClients(() -> List.of(authority)))
                    .start(handler(new TrustedAuthorities(List.of(authority))));
        } catch (RuntimeException taken) {
            throw new ClusterException(
                    "%s (--port N, or --port 0 for any free one)".formatted(taken.getMessage()), taken);
        }
        opened.add(https);
        var url = "https://127.0.0.1:" + https.address().getPort();
        var kubeconfig = KubeconfigText.of(url, keys);
        access = Optional.of(new Access(url, kubeconfig));
        directory.ifPresent(it -> {
            it.writePrivately("kubeconfig", kubeconfig);
            it.recordRunner("process %d at %s".formatted(ProcessHandle.current().pid(), url));
        });
    }
}
