package dev.kcm.cluster.storage;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.model.storage.v1.CSINode;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.event.EventRecorder;
import java.util.Set;

/// The storage of the cluster: a default StorageClass, its driver, and those who work for it.
public final class SimulatedStorage implements AutoCloseable {
    /// What it watches.
    public static final Set<Resource<?>> RESOURCES = Set.of(
            PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
            PersistentVolume.PERSISTENT_VOLUMES,
            StorageClass.STORAGE_CLASSES,
            VolumeAttachment.VOLUME_ATTACHMENTS,
            CSINode.CSI_NODES,
            CSIDriver.CSI_DRIVERS);

    private final Client client;
    private final VolumeProvisioner provisioner;
    private final VolumeDeleter deleter;
    private final VolumeAttacher attacher;
    private final VolumeResizer resizer;
    private final NodeEntries entries;

    /// To be constructed before the informers start.
    public SimulatedStorage(Client client, Informers informers, EventRecorder recorder, Clock clock, Metrics metrics) {
        this.client = client;
        this.provisioner = new VolumeProvisioner(client, informers, recorder, clock, metrics);
        this.deleter = new VolumeDeleter(client, informers, recorder, clock, metrics);
        this.attacher = new VolumeAttacher(client, informers, clock, metrics);
        this.resizer = new VolumeResizer(client, informers, recorder, clock, metrics);
        this.entries = new NodeEntries(client, informers, clock, metrics);
    }

    /// Creates driver and class as far as they do not exist: a class that somebody changed stays so.
    public void register() {
        create(driver());
        create(standard());
    }

    public void start() {
        provisioner.start();
        deleter.start();
        attacher.start();
        resizer.start();
        entries.start();
    }

    public boolean isQuiet() {
        return provisioner.isQuiet()
                && deleter.isQuiet()
                && attacher.isQuiet()
                && resizer.isQuiet()
                && entries.isQuiet();
    }

    @Override
    public void close() {
        provisioner.close();
        deleter.close();
        attacher.close();
        resizer.close();
        entries.close();
    }

    private void create(KubeObject object) {
        try {
            client.send(Operation.create(object));
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                throw refused;
            }
        }
    }

    private static CSIDriver driver() {
        return CSIDriver.builder()
                .metadata(metadata -> metadata.name(DriverNames.DRIVER))
                .build();
    }

    private static StorageClass standard() {
        return StorageClass.builder()
                .metadata(metadata ->
                        metadata.name(DriverNames.STORAGE_CLASS).putAnnotations(DriverNames.IS_DEFAULT_CLASS, "true"))
                .provisioner(DriverNames.DRIVER)
                .reclaimPolicy("Delete")
                .volumeBindingMode("WaitForFirstConsumer")
                .allowVolumeExpansion(true)
                .build();
    }
}
