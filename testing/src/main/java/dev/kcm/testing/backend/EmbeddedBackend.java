package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Transport;
import dev.kcm.client.config.Kubeconfig;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import dev.kcm.model.core.v1.Namespace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The embedded cluster in virtual time: time stands still while anybody is at work.
final class EmbeddedBackend extends Backend {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /// How long nothing may change before the backend counts as quiet.
    private static final Duration QUIET_PERIOD = Duration.ofSeconds(2);

    private static final int MOST_PERIODS = 100;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /// Quiet is a fact about all queues, caches, recorders and the store together, and none of them
    /// signals that it has become so: asking costs microseconds, and a signal from each would cost
    /// every product that has no scenarios.
    private static final Duration POLL_INTERVAL = Duration.ofMillis(1);

    /// How far the clock moves per poll while an informer that lost its watch backs off.
    private static final Duration BACKOFF_STEP = Duration.ofMillis(20);

    /// Real time after which somebody seems to wait for the clock: an informer, say, whose watch
    /// broke without a fault of ours.
    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration BETWEEN_STALL_STEPS = Duration.ofMillis(50);
    private static final Duration STALL_STEP = Duration.ofMillis(100);
    private static final Duration LONGEST_STEP = Duration.ofSeconds(1);

    private final VirtualClock clock;
    private final Cluster cluster;
    private final Optional<RemoteServer> wire;
    private final ControllerProcesses processes;
    private final NamespaceChanges changes;

    private EmbeddedBackend(BackendSettings settings, BackendKind kind, VirtualClock clock, Cluster cluster) {
        super(kind, settings, settings.namespace(), clock, cluster.transport("kubernetes-admin"));
        this.clock = clock;
        this.cluster = cluster;
        this.wire = cluster.kubeconfig().map(this::connect);
        this.processes = new ControllerProcesses(Optional.of(environment(settings, this::transport)), new Membership());
        this.changes =
                new NamespaceChanges(cluster.transport("kubernetes-admin"), namespace(), specs(), recorder(), clock);
    }

    static EmbeddedBackend open(BackendSettings settings, BackendChoice choice) throws InterruptedException {
        var clock = new VirtualClock(START);
        var inProcess = ClusterSettings.inProcess()
                .withClock(clock)
                .withNodes(settings.nodes())
                .withManagerFlags(settings.arguments())
                .withControllersElsewhere();
        var cluster = Cluster.start(choice.kind() == BackendKind.WIRE ? inProcess.withPort(0) : inProcess);
        try {
            var backend = new EmbeddedBackend(settings, choice.kind(), clock, cluster);
            backend.prepare();
            return backend;
        } catch (RuntimeException | InterruptedException failed) {
            cluster.close();
            throw failed;
        }
    }

    private void prepare() throws InterruptedException {
        client().on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(it -> it.name(namespace())).build());
        cluster.join(changes.participant());
        changes.start();
        processes.start();
        awaitQuietNow();
    }

    @Override
    public ControllerProcesses controllers() {
        return processes;
    }

    @Override
    public void awaitQuiet() throws InterruptedException {
        for (int period = 0; period < MOST_PERIODS; period++) {
            awaitQuietNow();
            long before = changes.count();
            pass(QUIET_PERIOD);
            if (changes.count() == before) {
                return;
            }
        }
        throw new IllegalStateException("the cluster still changes after " + QUIET_PERIOD.multipliedBy(MOST_PERIODS));
    }

    @Override
    public void advance(Duration time) throws InterruptedException {
        awaitQuietNow();
        pass(time);
    }

    @Override
    public Duration checkTimeout() {
        return Duration.ZERO;
    }

    @Override
    public void close() {
        processes.close();
        changes.close();
        client().close();
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

    /// Until nothing is left to do at this moment; controllers that crash are restarted.
    private void awaitQuietNow() throws InterruptedException {
        do {
            awaitIdle();
        } while (restartIfCrashed());
    }

    private void awaitIdle() throws InterruptedException {
        var real = Clock.system();
        var deadline = real.deadlineIn(TIMEOUT);
        var stalled = real.deadlineIn(STALL_TIMEOUT);
        while (!processes.hasCrashed() && !cluster.isQuiet()) {
            if (deadline.hasPassed()) {
                throw new IllegalStateException(
                        "the cluster is still busy after %s: %s".formatted(TIMEOUT, cluster.pendingWork()));
            }
            if (faults().makesInformersWait()) {
                clock.advance(BACKOFF_STEP);
            } else if (stalled.hasPassed()) {
                clock.advance(STALL_STEP);
                stalled = real.deadlineIn(BETWEEN_STALL_STEPS);
            }
            real.sleep(POLL_INTERVAL);
        }
    }

    private Transport transport(String controller) {
        return wire.map(server -> server.transport("kcm-scenario/" + controller))
                .orElseGet(() -> cluster.transport("system:kube-controller-manager"));
    }

    private RemoteServer connect(String kubeconfig) {
        var sources = new Kubeconfig.CredentialSources(clock, new Metrics(), Map.of());
        var config = Kubeconfig.parse("kubeconfig", Path.of("/"), kubeconfig).context("", sources);
        return RemoteServer.at(config, clock);
    }

    /// The cluster is quiet only when the process is, too.
    private final class Membership implements ControllerProcesses.Host {
        @Override
        public void awaitCaches(ControllerProcess process) throws InterruptedException {
            cluster.join(process.participant());
            awaitIdle();
        }

        @Override
        public void ended(ControllerProcess process) {
            cluster.leave(process.participant());
        }
    }
}
