package dev.kcm.cluster.nodes;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// Simulates the kubelet for all pods that are bound to a node that exists.
public final class SimulatedKubelet implements AutoCloseable {
    private static final int WORKERS = 8;
    static final Index<Pod> BY_NODE = new Index<>(
            Pod.PODS,
            "node",
            pod -> pod.spec().nodeName().isEmpty()
                    ? List.of()
                    : List.of(pod.spec().nodeName()));

    private final Client client;
    private final Api<Pod> api;
    private final Store<Pod> pods;
    private final Store<Node> nodes;
    private final Clock clock;
    private final PodAddresses addresses = new PodAddresses();
    private final PodWaits waits;
    private final KeyLoop loop;
    private final Optional<NodeVolumes> volumes;

    /// To be constructed before the informers start.
    ///
    /// @param waitsForVolumes a pod runs no sooner than its volumes are there; otherwise it does not care
    public SimulatedKubelet(Client client, Informers informers, Clock clock, Metrics metrics, boolean waitsForVolumes) {
        this.client = client;
        this.api = client.on(Pod.PODS);
        this.pods = informers.store(Pod.PODS);
        this.nodes = informers.store(Node.NODES);
        this.clock = clock;
        this.waits = new PodWaits(clock);
        this.loop = new KeyLoop("pod-runner", WORKERS, clock, metrics, this::sync);
        this.volumes = waitsForVolumes
                ? Optional.of(new NodeVolumes(client, informers, clock, metrics, loop::enqueue))
                : Optional.empty();
        pods.index(BY_NODE);
        pods.onChange(this::podChanged);
        nodes.onChange(this::nodeChanged);
    }

    public void start() {
        loop.start();
        volumes.ifPresent(NodeVolumes::start);
    }

    public boolean isQuiet() {
        return loop.isQuiet() && volumes.map(NodeVolumes::isQuiet).orElse(true);
    }

    @Override
    public void close() {
        loop.close();
        volumes.ifPresent(NodeVolumes::close);
    }

    private void podChanged(Change<Pod> change) {
        var pod = change.object();
        var address = pod.status().podIP();
        if (change instanceof Change.Deleted<Pod>) {
            addresses.release(address, pod.uid());
            waits.forget(pod.key());
            return;
        }
        if (!address.isEmpty()) {
            addresses.hold(address, pod.uid());
        }
        if (!pod.spec().nodeName().isEmpty()) {
            loop.enqueue(pod.key());
        }
    }

    private void nodeChanged(Change<Node> change) {
        boolean isBack = change instanceof Change.Updated<Node>(var before, var now)
                && NodeLabels.isSilent(before)
                && !NodeLabels.isSilent(now);
        if (change instanceof Change.Added<Node> || isBack) {
            pods.byIndex(BY_NODE, change.object().name()).forEach(pod -> loop.enqueue(pod.key()));
        }
    }

    private Optional<Duration> sync(ObjectKey key) {
        var pod = pods.find(key);
        var node = pod.flatMap(it -> nodes.find(ObjectKey.of(it.spec().nodeName())));
        if (pod.isEmpty() || node.isEmpty() || NodeLabels.isSilent(node.get())) {
            return Optional.empty();
        }
        var next = PodLifecycle.of(pod.get(), waits.now(pod.get()));
        if (next instanceof PodLifecycle.Next.Wait wait) {
            return Optional.of(waits.left(pod.get(), wait));
        }
        if (next instanceof PodLifecycle.Next.Start && !hasVolumes(pod.get(), node.get())) {
            return Optional.empty(); // whatever brings them wakes the pod
        }
        waits.forget(key);
        carryOut(next, pod.get(), node.get());
        return Optional.empty();
    }

    private boolean hasVolumes(Pod pod, Node node) {
        return volumes.map(it -> it.areReady(pod, node)).orElse(true);
    }

    private void carryOut(PodLifecycle.Next next, Pod pod, Node node) {
        try {
            switch (next) {
                case PodLifecycle.Next.Start(var isReady) -> start(pod, node, isReady);
                case PodLifecycle.Next.WriteStatus(var changed) -> writeStatus(changed);
                case PodLifecycle.Next.Remove() ->
                    api.delete(pod.key(), DeleteOptions.of(pod.uid()).withGracePeriod(Duration.ZERO));
                case PodLifecycle.Next.Nothing _, PodLifecycle.Next.Wait _ -> {}
            }
        } catch (ApiException refused) {
            if (!isOvertaken(refused.failure())) {
                throw refused;
            }
        }
    }

    private void start(Pod pod, Node node, boolean isReady) {
        var hostAddress = NodeStatuses.address(node);
        boolean isOnHost = pod.spec().hostNetwork();
        var address = isOnHost ? hostAddress : addresses.take(pod.uid());
        var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        try {
            writeStatus(new PodStatuses(pod, now).running(isReady, hostAddress, address));
        } catch (ApiException refused) {
            addresses.release(address, pod.uid());
            throw refused;
        }
    }

    private void writeStatus(Pod changed) {
        client.send(Operation.updateStatus(changed));
    }

    /// The pod changed or was deleted since this sync began: the watch enqueues it again.
    private static boolean isOvertaken(ApiFailure failure) {
        return failure instanceof ApiFailure.Conflict || failure instanceof ApiFailure.NotFound;
    }
}
