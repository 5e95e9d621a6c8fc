package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.Transport;
import dev.kcm.client.config.Kubeconfig;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.runtime.controller.ControllerSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The embedded cluster in virtual time: time stands still while anybody is at work.
final class EmbeddedBackend implements Backend {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    /// Nothing has to change for so long before a stage counts as settled.
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private static final int MOST_MOMENTS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);
    private static final Duration NUDGE = Duration.ofMillis(20);

    /// Real time after which somebody seems to wait for the clock: an informer, say, whose watch
    /// broke without our doing.
    private static final Duration STANDSTILL = Duration.ofSeconds(1);

    private static final Duration BETWEEN_PUSHES = Duration.ofMillis(50);
    private static final Duration PUSH = Duration.ofMillis(100);
    private static final Duration LONGEST_STEP = Duration.ofSeconds(1);

    private final BackendKind kind;
    private final String namespace;
    private final VirtualClock clock;
    private final Cluster cluster;
    private final Optional<RemoteServer> wire;
    private final Client client;
    private final WriteLog log;
    private final FaultScript faults = new FaultScript();
    private final List<ControllerSpec> specs;
    private final ControllerLives lives;
    private final NamespaceChanges changes;

    private EmbeddedBackend(BackendSettings plan, BackendKind kind, VirtualClock clock, Cluster cluster) {
        var options = plan.options();
        this.kind = kind;
        this.namespace = plan.namespace();
        this.clock = clock;
        this.cluster = cluster;
        this.client = cluster.client();
        this.log = new WriteLog(clock);
        this.specs = plan.specs();
        this.wire = cluster.kubeconfig().map(this::connect);
        Function<String, Transport> transports =
                controller -> wire.map(server -> server.transport("kcm-scenario/" + controller))
                        .orElseGet(() -> cluster.transport("system:kube-controller-manager"));
        this.lives = new ControllerLives(
                Optional.of(new Incarnation.Heritage(options, plan.others(), transports, log, faults, clock)),
                new Participants());
        this.changes = new NamespaceChanges(cluster.transport("kubernetes-admin"), namespace, specs, clock);
    }

    static EmbeddedBackend open(BackendSettings plan, BackendChoice choice) throws InterruptedException {
        var clock = new VirtualClock(BEGINNING);
        var settings = ClusterSettings.inProcess()
                .withClock(clock)
                .withNodes(plan.nodes())
                .withManagerFlags(plan.arguments())
                .withControllersElsewhere();
        var cluster = Cluster.start(choice.kind() == BackendKind.WIRE ? settings.withPort(0) : settings);
        try {
            var backend = new EmbeddedBackend(plan, choice.kind(), clock, cluster);
            backend.raiseCurtain();
            return backend;
        } catch (RuntimeException | InterruptedException failed) {
            cluster.close();
            throw failed;
        }
    }

    private void raiseCurtain() throws InterruptedException {
        client.on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(it -> it.name(namespace)).build());
        cluster.join(changes.participant());
        changes.start();
        lives.start();
        awaitQuietNow();
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
        for (int moment = 0; moment < MOST_MOMENTS; moment++) {
            awaitQuietNow();
            long before = changes.count();
            pass(MOMENT);
            if (changes.count() == before) {
                return;
            }
        }
        throw new IllegalStateException("the cluster still changes after " + MOMENT.multipliedBy(MOST_MOMENTS));
    }

    @Override
    public void advance(Duration time) throws InterruptedException {
        awaitQuietNow();
        pass(time);
    }

    @Override
    public Duration patience() {
        return Duration.ZERO;
    }

    @Override
    public void close() {
        lives.close();
        changes.close();
        wire.ifPresent(RemoteServer::close);
        cluster.close();
    }

    /// Timer by timer; whatever one sets off is over before the next.
    private void pass(Duration time) throws InterruptedException {
        for (var left = time; left.isPositive(); ) {
            var next = clock.untilNextTimer().filter(Duration::isPositive).orElse(LONGEST_STEP);
            var step = next.compareTo(left) < 0 ? next : left;
            clock.advance(step);
            left = left.minus(step);
            awaitQuietNow();
        }
    }

    /// Until nothing is left to do at this moment; controllers that crash are started again.
    private void awaitQuietNow() throws InterruptedException {
        awaitIdle();
        while (lives.hasCrashed()) {
            log.say("our controllers crashed and start again");
            lives.restart();
            awaitIdle();
        }
    }

    private void awaitIdle() throws InterruptedException {
        var real = Clock.system();
        var deadline = real.deadlineIn(PATIENCE);
        var standstill = real.deadlineIn(STANDSTILL);
        while (!lives.hasCrashed() && !cluster.isQuiet()) {
            if (deadline.hasPassed()) {
                throw new IllegalStateException(
                        "the cluster is still busy after %s: %s".formatted(PATIENCE, cluster.obstacles()));
            }
            if (faults.makesInformersWait()) {
                clock.advance(NUDGE);
            } else if (standstill.hasPassed()) {
                clock.advance(PUSH);
                standstill = real.deadlineIn(BETWEEN_PUSHES);
            }
            real.sleep(BETWEEN_LOOKS);
        }
    }

    private RemoteServer connect(String kubeconfig) {
        var sources = new Kubeconfig.CredentialSources(clock, new Metrics(), Map.of());
        var config = Kubeconfig.parse("kubeconfig", Path.of("/"), kubeconfig).context("", sources);
        return RemoteServer.at(config, clock);
    }

    /// Lives take part in what counts as rest.
    private final class Participants implements ControllerLives.Host {
        @Override
        public void awaitCaches(Incarnation life) throws InterruptedException {
            cluster.join(life.participant());
            awaitIdle();
        }

        @Override
        public void left(Incarnation life) {
            cluster.leave(life.participant());
        }
    }
}
