package dev.kcm.cluster.storage;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.EventType;
import java.time.Duration;
import java.util.Optional;

/// Deletes volumes that nobody claims any more and that are not to be kept, as external-provisioner does: never one
/// that is still attached.
final class VolumeDeleter implements AutoCloseable {
    private final Api<PersistentVolume> api;
    private final Store<PersistentVolume> volumes;
    private final Store<VolumeAttachment> attachments;
    private final EventRecorder recorder;
    private final Delays delays;
    private final KeyLoop loop;

    VolumeDeleter(Client client, Informers informers, EventRecorder recorder, Clock clock, Metrics metrics) {
        this.api = client.on(PersistentVolume.PERSISTENT_VOLUMES);
        this.volumes = informers.store(PersistentVolume.PERSISTENT_VOLUMES);
        this.attachments = informers.store(VolumeAttachment.VOLUME_ATTACHMENTS);
        this.recorder = recorder;
        this.delays = new Delays(clock);
        this.loop = new KeyLoop("volume-deleter", 2, clock, metrics, this::sync);
        attachments.index(AttachmentIndex.BY_VOLUME);
        volumes.onChange(this::volumeChanged);
        attachments.onChange(this::attachmentChanged);
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

    private void volumeChanged(Change<PersistentVolume> change) {
        if (change instanceof Change.Deleted<PersistentVolume>) {
            delays.forget(change.object().uid());
        } else if (isToBeDeleted(change.object())) {
            loop.enqueue(change.object().key());
        }
    }

    private void attachmentChanged(Change<VolumeAttachment> change) {
        if (change instanceof Change.Deleted<VolumeAttachment>) {
            change.object()
                    .spec()
                    .source()
                    .persistentVolumeName()
                    .ifPresent(volume -> loop.enqueue(ObjectKey.of(volume)));
        }
    }

    private static boolean isToBeDeleted(PersistentVolume volume) {
        boolean isOurs = DriverNames.DRIVER.equals(volume.annotations().get(DriverNames.PROVISIONED_BY));
        boolean isHeld = volume.metadata().finalizers().contains(DriverNames.PROVISIONER_FINALIZER);
        return isOurs
                && volume.status().phase().equals("Released")
                && volume.spec().persistentVolumeReclaimPolicy().equals("Delete")
                && (isHeld || !volume.isDeleting());
    }

    private Optional<Duration> sync(ObjectKey key) {
        var found = volumes.find(key).filter(VolumeDeleter::isToBeDeleted);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var volume = found.get();
        var attached = attachments.byIndex(AttachmentIndex.BY_VOLUME, volume.name());
        if (!attached.isEmpty()) {
            recorder.record(
                    volume,
                    EventType.WARNING,
                    "VolumeFailedDelete",
                    "persistentvolume %s is still attached to node %s"
                            .formatted(volume.name(), attached.getFirst().spec().nodeName()));
            return Optional.of(delays.afterFailure(volume.uid()));
        }
        delete(volume);
        return Optional.empty();
    }

    private void delete(PersistentVolume volume) {
        try {
            if (!volume.isDeleting()) {
                api.delete(volume.key(), DeleteOptions.of(volume.uid()));
            }
            var latest = api.get(volume.key());
            if (latest.uid().equals(volume.uid())) {
                api.update(latest.withMetadata(it -> it.finalizers(latest.metadata().finalizers().stream()
                        .filter(name -> !name.equals(DriverNames.PROVISIONER_FINALIZER))
                        .toList())));
            }
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                throw refused;
            }
        }
    }
}
