package dev.kcm.cluster.storage;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.model.storage.v1.VolumeError;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// Does what a VolumeAttachment asks for, as external-attacher does: holds it and its volume with a finalizer before
/// anything is attached, and lets go of them when it is detached. The storage behind it refuses a volume for a single
/// node that another node has.
final class VolumeAttacher implements AutoCloseable {
    private final Api<VolumeAttachment> api;
    private final Api<PersistentVolume> volumesApi;
    private final Store<VolumeAttachment> attachments;
    private final Store<PersistentVolume> volumes;
    private final Store<StorageClass> classes;
    private final Clock clock;
    private final Delays delays;
    private final KeyLoop loop;

    VolumeAttacher(Client client, Informers informers, Clock clock, Metrics metrics) {
        this.api = client.on(VolumeAttachment.VOLUME_ATTACHMENTS);
        this.volumesApi = client.on(PersistentVolume.PERSISTENT_VOLUMES);
        this.attachments = informers.store(VolumeAttachment.VOLUME_ATTACHMENTS);
        this.volumes = informers.store(PersistentVolume.PERSISTENT_VOLUMES);
        this.classes = informers.store(StorageClass.STORAGE_CLASSES);
        this.clock = clock;
        this.delays = new Delays(clock);
        this.loop = new KeyLoop("volume-attacher", 2, clock, metrics, this::sync);
        attachments.index(AttachmentIndex.BY_VOLUME);
        attachments.onChange(this::attachmentChanged);
        classes.onChange(_ -> attachments.forEach(it -> enqueueIfOurs(it)));
        volumes.onChange(change -> volumeChanged(change.object()));
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

    private void attachmentChanged(Change<VolumeAttachment> change) {
        var attachment = change.object();
        if (change instanceof Change.Deleted<VolumeAttachment>) {
            delays.forget(attachment.uid());
            volume(attachment).ifPresent(this::volumeChanged);
            volume(attachment).stream()
                    .flatMap(volume -> attachments.byIndex(AttachmentIndex.BY_VOLUME, volume.name()).stream())
                    .forEach(this::enqueueIfOurs);
        } else {
            enqueueIfOurs(attachment);
        }
    }

    private void enqueueIfOurs(VolumeAttachment attachment) {
        if (attachment.spec().attacher().equals(DriverNames.DRIVER)) {
            loop.enqueue(attachment.key());
        }
    }

    /// A volume that is to go is held no longer than something is attached; its key cannot be that of an attachment.
    private void volumeChanged(PersistentVolume volume) {
        if (volume.isDeleting() && volume.metadata().finalizers().contains(DriverNames.ATTACHER_FINALIZER)) {
            loop.enqueue(ObjectKey.of(volume.name()));
        }
    }

    private Optional<Duration> sync(ObjectKey key) {
        var attachment = attachments.find(key);
        if (attachment.isEmpty()) {
            volumes.find(key).filter(PersistentVolume::isDeleting).ifPresent(this::release);
            return Optional.empty();
        }
        return attachment.get().isDeleting() ? detach(attachment.get()) : attach(attachment.get());
    }

    private Optional<Duration> attach(VolumeAttachment attachment) {
        if (attachment.status().attached()) {
            return Optional.empty();
        }
        var volume = volume(attachment);
        if (volume.isEmpty()) {
            return failed(attachment, "could not find PersistentVolume of " + attachment.name());
        }
        hold(volume.get());
        if (!isHeld(attachment)) {
            api.update(attachment.withMetadata(it -> it.addFinalizers(DriverNames.ATTACHER_FINALIZER)
                    .putAnnotations(DriverNames.NODE_ID, attachment.spec().nodeName())));
            return Optional.empty(); // the watch shows it
        }
        var script = script(volume.get());
        var error = script.flatMap(ClassScript::attachError).or(() -> takenElsewhere(attachment, volume.get()));
        if (error.isPresent()) {
            return failed(attachment, error.get());
        }
        var left = delays.left(
                attachment.uid(), script.map(ClassScript::attachAfter).orElse(Duration.ZERO));
        if (left.isPresent()) {
            return left;
        }
        delays.forget(attachment.uid());
        api.updateStatus(attachment.withStatus(status -> status.attached(true).withoutAttachError()));
        return Optional.empty();
    }

    private Optional<String> takenElsewhere(VolumeAttachment attachment, PersistentVolume volume) {
        boolean isShared = volume.spec().accessModes().contains("ReadWriteMany")
                || volume.spec().accessModes().contains("ReadOnlyMany");
        return attachments.byIndex(AttachmentIndex.BY_VOLUME, volume.name()).stream()
                .filter(other ->
                        !isShared && other.status().attached() && !other.name().equals(attachment.name()))
                .findFirst()
                .map(other -> "rpc error: code = FailedPrecondition desc = volume %s is attached to node %s"
                        .formatted(volume.name(), other.spec().nodeName()));
    }

    private Optional<Duration> failed(VolumeAttachment attachment, String message) {
        if (attachment.status().attachError().map(VolumeError::message).equals(Optional.of(message))) {
            return Optional.of(delays.afterFailure(attachment.uid()));
        }
        api.updateStatus(attachment.withStatus(status -> status.attached(false)
                .attachError(
                        error -> error.message(message).time(clock.instant().truncatedTo(ChronoUnit.SECONDS)))));
        return Optional.of(delays.afterFailure(attachment.uid()));
    }

    private Optional<Duration> detach(VolumeAttachment attachment) {
        if (!isHeld(attachment)) {
            return Optional.empty();
        }
        var error = volume(attachment).flatMap(this::script).flatMap(ClassScript::detachError);
        if (error.isPresent()) {
            var known = attachment.status().detachError().map(VolumeError::message);
            if (!known.equals(error)) {
                api.updateStatus(attachment.withStatus(status -> status.detachError(
                        it -> it.message(error.get()).time(clock.instant().truncatedTo(ChronoUnit.SECONDS)))));
            }
            return Optional.of(delays.afterFailure(attachment.uid()));
        }
        api.update(attachment.withMetadata(
                it -> it.finalizers(without(attachment.metadata().finalizers()))));
        return Optional.empty();
    }

    private void hold(PersistentVolume volume) {
        if (!volume.metadata().finalizers().contains(DriverNames.ATTACHER_FINALIZER) && !volume.isDeleting()) {
            volumesApi.update(volume.withMetadata(it -> it.addFinalizers(DriverNames.ATTACHER_FINALIZER)));
        }
    }

    private void release(PersistentVolume volume) {
        if (attachments.byIndex(AttachmentIndex.BY_VOLUME, volume.name()).isEmpty()) {
            try {
                volumesApi.update(volume.withMetadata(
                        it -> it.finalizers(without(volume.metadata().finalizers()))));
            } catch (ApiException refused) {
                if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                    throw refused;
                }
            }
        }
    }

    private static List<String> without(List<String> finalizers) {
        return finalizers.stream()
                .filter(name -> !name.equals(DriverNames.ATTACHER_FINALIZER))
                .toList();
    }

    private static boolean isHeld(VolumeAttachment attachment) {
        return attachment.metadata().finalizers().contains(DriverNames.ATTACHER_FINALIZER);
    }

    private Optional<PersistentVolume> volume(VolumeAttachment attachment) {
        return attachment.spec().source().persistentVolumeName().flatMap(name -> volumes.find(ObjectKey.of(name)));
    }

    private Optional<ClassScript> script(PersistentVolume volume) {
        return classes.find(ObjectKey.of(volume.spec().storageClassName())).map(ClassScript::new);
    }
}
