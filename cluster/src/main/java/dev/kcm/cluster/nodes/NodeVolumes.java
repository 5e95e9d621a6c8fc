package dev.kcm.cluster.nodes;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Target;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The kubelets' part in volumes: tells in a node's status which ones its pods use, and says whether a pod has all of
/// its own.
final class NodeVolumes implements AutoCloseable {
    private final Client client;
    private final Store<Pod> pods;
    private final Store<Node> nodes;
    private final Store<PersistentVolumeClaim> claims;
    private final Store<PersistentVolume> volumes;
    private final Store<CSIDriver> drivers;
    private final Consumer<ObjectKey> wakePod;
    private final KeyLoop loop;

    /// To be constructed before the informers start.
    ///
    /// @param wakePod called with a pod that may have what it waited for
    NodeVolumes(Client client, Informers informers, Clock clock, Metrics metrics, Consumer<ObjectKey> wakePod) {
        this.client = client;
        this.pods = informers.store(Pod.PODS);
        this.nodes = informers.store(Node.NODES);
        this.claims = informers.store(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        this.volumes = informers.store(PersistentVolume.PERSISTENT_VOLUMES);
        this.drivers = informers.store(CSIDriver.CSI_DRIVERS);
        this.wakePod = wakePod;
        this.loop = new KeyLoop("volumes-in-use", 2, clock, metrics, this::sync);
        pods.index(PodClaims.INDEX);
        pods.onChange(change -> podChanged(change.object()));
        nodes.onChange(this::nodeChanged);
        claims.onChange(change -> claimChanged(change.object().key()));
        volumes.onChange(change -> change.object()
                .spec()
                .claimRef()
                .ifPresent(claim -> claimChanged(ObjectKey.of(claim.namespace(), claim.name()))));
        drivers.onChange(_ -> pods.forEach(this::podChanged));
    }

    void start() {
        loop.start();
    }

    boolean isQuiet() {
        return loop.isQuiet();
    }

    @Override
    public void close() {
        loop.close();
    }

    /// Whether all claims of the pod are bound and all its volumes attached to the node, which has said that it uses
    /// them.
    boolean areReady(Pod pod, Node node) {
        return PodClaims.of(pod).stream()
                .allMatch(claim -> bound(claim)
                        .filter(volume -> attachedName(volume)
                                .map(name -> isAttached(node, name))
                                .orElse(true))
                        .isPresent());
    }

    private static boolean isAttached(Node node, String name) {
        return node.status().volumesInUse().contains(name)
                && node.status().volumesAttached().stream()
                        .anyMatch(it -> it.name().equals(name));
    }

    private void podChanged(Pod pod) {
        if (!pod.spec().nodeName().isEmpty() && !PodClaims.of(pod).isEmpty()) {
            loop.enqueue(ObjectKey.of(pod.spec().nodeName()));
            wakePod.accept(pod.key());
        }
    }

    private void nodeChanged(Change<Node> change) {
        var node = change.object();
        if (change instanceof Change.Updated<Node>(var before, var now)
                && before.status().volumesAttached().equals(now.status().volumesAttached())
                && before.status().volumesInUse().equals(now.status().volumesInUse())
                && NodeLabels.isSilent(before) == NodeLabels.isSilent(now)) {
            return;
        }
        pods.byIndex(SimulatedKubelet.BY_NODE, node.name()).forEach(this::podChanged);
    }

    private void claimChanged(ObjectKey claim) {
        pods.byIndex(PodClaims.INDEX, claim).forEach(this::podChanged);
    }

    private Optional<Duration> sync(ObjectKey key) {
        var node = nodes.find(key);
        if (node.isPresent() && !NodeLabels.isSilent(node.get())) {
            var used = used(key.name());
            if (!used.equals(node.get().status().volumesInUse())) {
                report(key, used);
            }
        }
        return Optional.empty();
    }

    private List<String> used(String node) {
        return pods.byIndex(SimulatedKubelet.BY_NODE, node).stream()
                .filter(pod -> !PodLifecycle.isOver(pod))
                .flatMap(pod -> PodClaims.of(pod).stream())
                .flatMap(claim -> bound(claim).stream())
                .flatMap(volume -> attachedName(volume).stream())
                .distinct()
                .sorted()
                .toList();
    }

    private void report(ObjectKey node, List<String> used) {
        var status = Json.object(
                "volumesInUse",
                used.isEmpty()
                        ? Json.NULL
                        : Json.array(used.stream().map(Json::of).toList()));
        try {
            client.send(Operation.patch(
                    Target.object(Node.NODES, node).withSubresource("status"),
                    PatchType.MERGE,
                    Json.object("status", status)));
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                throw refused;
            }
        }
    }

    private Optional<PersistentVolume> bound(ObjectKey key) {
        return claims.find(key)
                .filter(claim -> claim.status().phase().equals("Bound"))
                .flatMap(claim -> volumes.find(ObjectKey.of(claim.spec().volumeName()))
                        .filter(volume -> volume.spec()
                                .claimRef()
                                .filter(reference -> reference.uid().equals(claim.uid()))
                                .isPresent()));
    }

    /// What the status of a node calls a volume; only of those that have to be attached.
    private Optional<String> attachedName(PersistentVolume volume) {
        return volume.spec()
                .csi()
                .filter(csi -> drivers.find(ObjectKey.of(csi.driver()))
                        .flatMap(driver -> driver.spec().attachRequired())
                        .orElse(true))
                .map(csi -> "kubernetes.io/csi/%s^%s".formatted(csi.driver(), csi.volumeHandle()));
    }
}
