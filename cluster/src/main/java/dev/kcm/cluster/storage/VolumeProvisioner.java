package dev.kcm.cluster.storage;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.event.EventRecorder;
import dev.kcm.runtime.event.EventType;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Makes volumes for claims that ask for one of this driver, as external-provisioner does: a claim that waits for its
/// first consumer gets none before the scheduler has chosen a node.
final class VolumeProvisioner implements AutoCloseable {
    private final Api<PersistentVolume> api;
    private final Store<PersistentVolumeClaim> claims;
    private final Store<PersistentVolume> volumes;
    private final Store<StorageClass> classes;
    private final Store<Node> nodes;
    private final EventRecorder recorder;
    private final Delays delays;
    private final KeyLoop loop;

    VolumeProvisioner(Client client, Informers informers, EventRecorder recorder, Clock clock, Metrics metrics) {
        this.api = client.on(PersistentVolume.PERSISTENT_VOLUMES);
        this.claims = informers.store(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        this.volumes = informers.store(PersistentVolume.PERSISTENT_VOLUMES);
        this.classes = informers.store(StorageClass.STORAGE_CLASSES);
        this.nodes = informers.store(Node.NODES);
        this.recorder = recorder;
        this.delays = new Delays(clock);
        this.loop = new KeyLoop("volume-provisioner", 2, clock, metrics, this::sync);
        claims.onChange(this::claimChanged);
        classes.onChange(change -> classChanged(change.object()));
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

    private void claimChanged(Change<PersistentVolumeClaim> change) {
        if (change instanceof Change.Deleted<PersistentVolumeClaim>) {
            delays.forget(change.object().uid());
        } else if (isWaiting(change.object())) {
            loop.enqueue(change.object().key());
        }
    }

    private void classChanged(StorageClass changed) {
        claims.all().stream()
                .filter(claim -> isWaiting(claim)
                        && claim.spec()
                                .storageClassName()
                                .filter(changed.name()::equals)
                                .isPresent())
                .forEach(claim -> loop.enqueue(claim.key()));
    }

    private static boolean isWaiting(PersistentVolumeClaim claim) {
        var annotations = claim.annotations();
        var provisioner = annotations.getOrDefault(
                DriverNames.STORAGE_PROVISIONER, annotations.getOrDefault(DriverNames.BETA_STORAGE_PROVISIONER, ""));
        return claim.spec().volumeName().isEmpty() && !claim.isDeleting() && provisioner.equals(DriverNames.DRIVER);
    }

    private Optional<Duration> sync(ObjectKey key) {
        var claim = claims.find(key).filter(VolumeProvisioner::isWaiting);
        var storageClass =
                claim.flatMap(it -> it.spec().storageClassName()).flatMap(name -> classes.find(ObjectKey.of(name)));
        if (claim.isEmpty()
                || storageClass.isEmpty()
                || volumes.find(ObjectKey.of(volumeName(claim.get()))).isPresent()
                || !isToBeMadeNow(claim.get(), storageClass.get())) {
            return Optional.empty();
        }
        return provision(claim.get(), storageClass.get());
    }

    private static boolean isToBeMadeNow(PersistentVolumeClaim claim, StorageClass storageClass) {
        boolean waitsForConsumer = storageClass
                .volumeBindingMode()
                .filter("WaitForFirstConsumer"::equals)
                .isPresent();
        return !waitsForConsumer || !selectedNode(claim).isEmpty();
    }

    private Optional<Duration> provision(PersistentVolumeClaim claim, StorageClass storageClass) {
        var script = new ClassScript(storageClass);
        recorder.record(
                claim,
                EventType.NORMAL,
                "Provisioning",
                "External provisioner is provisioning volume for claim \"%s\"".formatted(claim.key()));
        var error = script.provisionError();
        if (error.isPresent()) {
            recorder.record(
                    claim,
                    EventType.WARNING,
                    "ProvisioningFailed",
                    "failed to provision volume with StorageClass \"%s\": %s"
                            .formatted(storageClass.name(), error.get()));
            return Optional.of(delays.afterFailure(claim.uid()));
        }
        var left = delays.left(claim.uid(), script.provisionAfter());
        if (left.isPresent()) {
            return left;
        }
        create(volume(claim, storageClass, script));
        delays.forget(claim.uid());
        recorder.record(
                claim,
                EventType.NORMAL,
                "ProvisioningSucceeded",
                "Successfully provisioned volume " + volumeName(claim));
        return Optional.empty();
    }

    private void create(PersistentVolume volume) {
        try {
            api.create(volume);
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                throw refused;
            }
        }
    }

    private static String volumeName(PersistentVolumeClaim claim) {
        return "pvc-" + claim.uid();
    }

    private static String selectedNode(PersistentVolumeClaim claim) {
        return claim.annotations().getOrDefault(DriverNames.SELECTED_NODE, "");
    }

    private PersistentVolume volume(PersistentVolumeClaim claim, StorageClass storageClass, ClassScript script) {
        var policy = storageClass.reclaimPolicy().orElse("Delete");
        var request = claim.spec().resources().requests().get(DriverNames.STORAGE);
        var volume = PersistentVolume.builder()
                .metadata(metadata -> {
                    metadata.name(volumeName(claim))
                            .putAnnotations(DriverNames.PROVISIONED_BY, DriverNames.DRIVER)
                            .putAnnotations(DriverNames.DELETION_SECRET_NAME, "")
                            .putAnnotations(DriverNames.DELETION_SECRET_NAMESPACE, "");
                    if (policy.equals("Delete")) {
                        metadata.addFinalizers(DriverNames.PROVISIONER_FINALIZER);
                    }
                })
                .spec(spec -> spec.capacity(request == null ? Map.of() : Map.of(DriverNames.STORAGE, request))
                        .accessModes(claim.spec().accessModes())
                        .claimRef(reference -> reference
                                .apiVersion("v1")
                                .kind("PersistentVolumeClaim")
                                .namespace(claim.namespace())
                                .name(claim.name())
                                .uid(claim.uid())
                                .resourceVersion(claim.resourceVersion()))
                        .persistentVolumeReclaimPolicy(policy)
                        .storageClassName(storageClass.name())
                        .mountOptions(storageClass.mountOptions())
                        .volumeMode(claim.spec().volumeMode().orElse("Filesystem"))
                        .persistentVolumeSource(source(claim)))
                .build();
        return script.staysInZone() ? inZone(volume, selectedNode(claim)) : volume;
    }

    private static PersistentVolumeSource source(PersistentVolumeClaim claim) {
        return PersistentVolumeSource.builder()
                .csi(csi -> csi.driver(DriverNames.DRIVER)
                        .volumeHandle(volumeName(claim))
                        .fsType("ext4")
                        .putVolumeAttributes("storage.kubernetes.io/csiProvisionerIdentity", DriverNames.DRIVER))
                .build();
    }

    private PersistentVolume inZone(PersistentVolume volume, String node) {
        var zone = nodes.find(ObjectKey.of(node)).map(it -> it.labels().getOrDefault(DriverNames.ZONE, ""));
        return zone.filter(name -> !name.isEmpty())
                .map(name -> volume.withSpec(spec -> spec.nodeAffinity(affinity -> affinity.required(required ->
                        required.addNodeSelectorTerms(term -> term.addMatchExpressions(expression ->
                                expression.key(DriverNames.ZONE).operator("In").addValues(name)))))))
                .orElse(volume);
    }
}
