package dev.kcm.testing.backend;

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

    private final VirtualClock clock;
    private final Cluster cluster;
    private final Optional<RemoteServer> wire;
    private final ControllerProcesses processes;
    private final NamespaceChanges changes;
    private final VirtualTime time;

    private EmbeddedBackend(BackendSettings settings, BackendKind kind, VirtualClock clock, Cluster cluster) {
        super(
                kind,
                settings,
                settings.namespace(),
                clock,
                cluster.transport("kubernetes-admin"),
                Optional.of(cluster.cloud()));
        this.clock = clock;
        this.cluster = cluster;
        this.wire = cluster.kubeconfig().map(this::connect);
        this.processes = new ControllerProcesses(Optional.of(environment(settings, this::transport)), new Membership());
        this.changes = new NamespaceChanges(
                cluster.transport("kubernetes-admin"), namespace(), specs(), recorder(), clock, settings.random());
        var parts = new VirtualTime.Parts(clock, cluster, processes, faults(), changes::count, this::restartIfCrashed);
        this.time = settings.simulation().isPresent() ? new SeededTime(parts) : new PolledTime(parts);
    }

    static EmbeddedBackend open(BackendSettings settings, BackendChoice choice) throws InterruptedException {
        var clock = new VirtualClock(START);
        var inProcess = ClusterSettings.inProcess()
                .withClock(clock)
                .withNodes(settings.nodes())
                .withManagerFlags(settings.arguments())
                .withoutStorage() // as the real cluster, whose nodes are KWOK's
                .withControllersElsewhere();
        var settled = settings.simulation().map(inProcess::withRandom).orElse(inProcess);
        var cluster = Cluster.start(choice.kind() == BackendKind.WIRE ? settled.withPort(0) : settled);
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
        time.awaitQuietNow();
    }

    @Override
    public ControllerProcesses controllers() {
        return processes;
    }

    @Override
    public void awaitQuiet() throws InterruptedException {
        time.awaitQuiet();
    }

    @Override
    public void advance(Duration duration) throws InterruptedException {
        time.pass(duration);
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
        public void started(ControllerProcess process) throws InterruptedException {
            cluster.join(process.participant());
            time.started();
        }

        @Override
        public void ended(ControllerProcess process) {
            cluster.leave(process.participant());
        }
    }
}
