package dev.kcm.cluster.storage;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.cluster.nodes.PodClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeClaimCondition;
import dev.kcm.model.core.v1.PersistentVolumeClaimStatus;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.EventType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Makes volumes larger, as external-resizer does, and then the file system on them, as the kubelet of the node does
/// where a pod that uses it runs.
final class VolumeResizer implements AutoCloseable {
    private static final String RESIZING = "Resizing";
    private static final String FILE_SYSTEM_RESIZE_PENDING = "FileSystemResizePending";
    private static final String IN_PROGRESS = "ControllerResizeInProgress";
    private static final String NODE_PENDING = "NodeResizePending";

    private final Api<PersistentVolumeClaim> api;
    private final Api<PersistentVolume> volumesApi;
    private final Store<PersistentVolumeClaim> claims;
    private final Store<PersistentVolume> volumes;
    private final Store<Pod> pods;
    private final EventRecorder recorder;
    private final Clock clock;
    private final KeyLoop loop;

    VolumeResizer(Client client, Informers informers, EventRecorder recorder, Clock clock, Metrics metrics) {
        this.api = client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        this.volumesApi = client.on(PersistentVolume.PERSISTENT_VOLUMES);
        this.claims = informers.store(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        this.volumes = informers.store(PersistentVolume.PERSISTENT_VOLUMES);
        this.pods = informers.store(Pod.PODS);
        this.recorder = recorder;
        this.clock = clock;
        this.loop = new KeyLoop("volume-resizer", 1, clock, metrics, this::sync);
        pods.index(PodClaims.INDEX);
        claims.onChange(change -> enqueueIfSmaller(change.object()));
        volumes.onChange(change -> change.object()
                .spec()
                .claimRef()
                .flatMap(claim -> claims.find(ObjectKey.of(claim.namespace(), claim.name())))
                .ifPresent(this::enqueueIfSmaller));
        pods.onChange(change -> {
            if (isRunning(change.object())) {
                PodClaims.of(change.object()).stream()
                        .flatMap(key -> claims.find(key).stream())
                        .forEach(this::enqueueIfSmaller);
            }
        });
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

    private void enqueueIfSmaller(PersistentVolumeClaim claim) {
        if (isToGrow(claim)) {
            loop.enqueue(claim.key());
        }
    }

    private static boolean isToGrow(PersistentVolumeClaim claim) {
        var wanted = request(claim);
        var actual = Optional.ofNullable(claim.status().capacity().get(DriverNames.STORAGE));
        return claim.status().phase().equals("Bound")
                && !claim.isDeleting()
                && wanted.isPresent()
                && actual.isPresent()
                && wanted.get().compareTo(actual.get()) > 0;
    }

    private Optional<Duration> sync(ObjectKey key) {
        var claim = claims.find(key).filter(VolumeResizer::isToGrow);
        var volume = claim.flatMap(it -> volumes.find(ObjectKey.of(it.spec().volumeName())))
                .filter(VolumeResizer::isOurs);
        if (claim.isPresent() && volume.isPresent()) {
            resize(claim.get(), volume.get());
        }
        return Optional.empty();
    }

    /// One write at a time; the watch brings it here again.
    private void resize(PersistentVolumeClaim claim, PersistentVolume volume) {
        var wanted = request(claim).orElseThrow();
        var size = volume.spec().capacity().getOrDefault(DriverNames.STORAGE, Quantity.ZERO);
        var state = claim.status().allocatedResourceStatuses().getOrDefault(DriverNames.STORAGE, "");
        if (size.compareTo(wanted) < 0 && !state.equals(IN_PROGRESS)) {
            write(claim, resizing(wanted));
            recorder.record(claim, EventType.NORMAL, RESIZING, "External resizer is resizing volume " + volume.name());
        } else if (size.compareTo(wanted) < 0) {
            volumesApi.update(volume.withSpec(spec -> spec.putCapacity(DriverNames.STORAGE, wanted)));
        } else if (!state.equals(NODE_PENDING)) {
            write(claim, pendingOnNode());
            recorder.record(
                    claim,
                    EventType.NORMAL,
                    "FileSystemResizeRequired",
                    "Require file system resize of volume on node");
        } else {
            runningUser(claim).ifPresent(pod -> grow(claim, volume, size, pod));
        }
    }

    private void grow(PersistentVolumeClaim claim, PersistentVolume volume, Quantity size, Pod pod) {
        write(claim, grown(size));
        recorder.record(
                pod,
                EventType.NORMAL,
                "FileSystemResizeSuccessful",
                "MountVolume.NodeExpandVolume succeeded for volume \"%s\" %s"
                        .formatted(volume.name(), pod.spec().nodeName()));
    }

    private Optional<Pod> runningUser(PersistentVolumeClaim claim) {
        return pods.byIndex(PodClaims.INDEX, claim.key()).stream()
                .filter(VolumeResizer::isRunning)
                .findFirst();
    }

    private void write(PersistentVolumeClaim claim, UnaryOperator<PersistentVolumeClaimStatus> change) {
        api.updateStatus(claim.withStatus(change.apply(claim.status())));
    }

    private UnaryOperator<PersistentVolumeClaimStatus> resizing(Quantity wanted) {
        return status -> status.toBuilder()
                .putAllocatedResources(DriverNames.STORAGE, wanted)
                .putAllocatedResourceStatuses(DriverNames.STORAGE, IN_PROGRESS)
                .conditions(List.of(condition(RESIZING, "")))
                .build();
    }

    private UnaryOperator<PersistentVolumeClaimStatus> pendingOnNode() {
        return status -> status.toBuilder()
                .putAllocatedResourceStatuses(DriverNames.STORAGE, NODE_PENDING)
                .conditions(List.of(condition(
                        FILE_SYSTEM_RESIZE_PENDING,
                        "Waiting for user to (re-)start a pod to finish file system resize of volume on node.")))
                .build();
    }

    private static UnaryOperator<PersistentVolumeClaimStatus> grown(Quantity size) {
        return status -> status.toBuilder()
                .putCapacity(DriverNames.STORAGE, size)
                .allocatedResourceStatuses(without(status.allocatedResourceStatuses()))
                .conditions(status.conditions().stream()
                        .filter(it -> !it.type().equals(RESIZING) && !it.type().equals(FILE_SYSTEM_RESIZE_PENDING))
                        .toList())
                .build();
    }

    private static Map<String, String> without(Map<String, String> statuses) {
        var left = new HashMap<>(statuses);
        left.remove(DriverNames.STORAGE);
        return left;
    }

    private PersistentVolumeClaimCondition condition(String type, String message) {
        return PersistentVolumeClaimCondition.builder()
                .type(type)
                .status("True")
                .message(message)
                .lastTransitionTime(clock.instant().truncatedTo(ChronoUnit.SECONDS))
                .build();
    }

    private static boolean isOurs(PersistentVolume volume) {
        return volume.spec()
                .csi()
                .filter(csi -> csi.driver().equals(DriverNames.DRIVER))
                .isPresent();
    }

    private static Optional<Quantity> request(PersistentVolumeClaim claim) {
        return Optional.ofNullable(claim.spec().resources().requests().get(DriverNames.STORAGE));
    }

    private static boolean isRunning(Pod pod) {
        return pod.status().phase().equals("Running");
    }
}
