package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.controllers.storage.attachdetach.AttachableVolume.CsiVolume;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.EventLoop;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Has volumes attached where pods need them and detached where none does, and tells nodes what they have.
///
/// Everything it does follows from an event or a timer; the only thing it goes over from time to time is whether what
/// counts as attached still is.
public final class AttachDetachController implements EventLoop<StorageEvent> {
    public static final String NAME = "persistentvolume-attach-detach-controller";

    private static final int WRITERS = 10;
    private static final List<Resource<?>> FOLLOWED = List.of(
            LeanPod.PODS,
            Node.NODES,
            PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
            PersistentVolume.PERSISTENT_VOLUMES,
            CSIDriver.CSI_DRIVERS,
            VolumeAttachment.VOLUME_ATTACHMENTS);

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("attachdetach")
            .component("attachdetach-controller")
            .queue("pvcs")
            .reads(LeanPod.PODS)
            .reads(Node.NODES)
            .reads(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)
            .reads(PersistentVolume.PERSISTENT_VOLUMES)
            .reads(CSIDriver.CSI_DRIVERS)
            .reads(VolumeAttachment.VOLUME_ATTACHMENTS)
            .writes("create volumeattachments", "delete volumeattachments", "patch nodes/status")
            .workers(_ -> WRITERS)
            .loopedBy(AttachDetachController::new);

    private final AttachDetachOptions options;
    private final VolumeCatalogue catalogue = new VolumeCatalogue();
    private final StoragePicture picture = new StoragePicture();
    private final StorageEffects effects = new StorageEffects();
    private final PodTracker pods;
    private final Attaching attaching;
    private final Set<Resource<?>> listed = new HashSet<>();

    AttachDetachController(Settings settings) {
        this.options = settings.options().of(AttachDetachOptions.FLAGS);
        var metrics = new AttachMetrics(settings.metrics());
        this.pods = new PodTracker(catalogue, picture, metrics);
        this.attaching = new Attaching(picture, effects, !options.forceDetachDisabled(), metrics);
    }

    @Override
    public List<Effect<StorageEvent>> begin(Instant now) {
        return List.of(new Effect.Follow<>(FOLLOWED));
    }

    @Override
    public Optional<StorageEvent> changed(Resource<?> followed, Change<? extends KubeObject> change) {
        boolean isGone = change instanceof Change.Deleted<?>;
        return StorageChanges.isIrrelevant(change)
                ? Optional.empty()
                : switch (change.object()) {
                    case LeanPod pod ->
                        Optional.of(isGone ? new StorageEvent.PodGone(pod) : new StorageEvent.PodChanged(pod));
                    case Node node ->
                        Optional.of(isGone ? new StorageEvent.NodeGone(node) : new StorageEvent.NodeChanged(node));
                    case PersistentVolumeClaim claim ->
                        Optional.of(isGone ? new StorageEvent.ClaimGone(claim) : new StorageEvent.ClaimChanged(claim));
                    case PersistentVolume volume ->
                        Optional.of(
                                isGone ? new StorageEvent.VolumeGone(volume) : new StorageEvent.VolumeChanged(volume));
                    case CSIDriver driver ->
                        Optional.of(
                                isGone ? new StorageEvent.DriverGone(driver) : new StorageEvent.DriverChanged(driver));
                    case VolumeAttachment attachment ->
                        Optional.of(
                                isGone
                                        ? new StorageEvent.AttachmentGone(attachment)
                                        : new StorageEvent.AttachmentChanged(attachment));
                    default -> Optional.empty();
                };
    }

    @Override
    public StorageEvent listed(Resource<?> followed) {
        return new StorageEvent.Listed(followed);
    }

    @Override
    public List<Effect<StorageEvent>> take(StorageEvent event, Instant now) {
        switch (event) {
            case StorageEvent.PodChanged(var pod) -> reconcile(pods.show(pod), now);
            case StorageEvent.PodGone(var pod) -> reconcile(pods.gone(pod), now);
            case StorageEvent.NodeChanged(var node) -> nodeChanged(node, now);
            case StorageEvent.NodeGone(var node) -> nodeGone(node.name(), now);
            case StorageEvent.ClaimChanged(var claim) -> {
                catalogue.show(claim);
                reconcile(pods.claimChanged(claim.key()), now);
            }
            case StorageEvent.ClaimGone(var claim) -> catalogue.gone(claim);
            case StorageEvent.VolumeChanged(var volume) -> volumeChanged(volume, now);
            case StorageEvent.VolumeGone(var volume) -> catalogue.gone(volume);
            case StorageEvent.DriverChanged(var driver) -> {
                catalogue.show(driver);
                reconcile(pods.driversChanged(), now);
            }
            case StorageEvent.DriverGone(var driver) -> {
                catalogue.gone(driver);
                reconcile(pods.driversChanged(), now);
            }
            case StorageEvent.AttachmentChanged(var attachment) -> {
                picture.attachments().put(attachment.name(), attachment);
                progress(attachment, now);
            }
            case StorageEvent.AttachmentGone(var attachment) -> {
                picture.attachments().remove(attachment.name());
                progress(attachment, now);
            }
            case StorageEvent.Listed(var resource) -> listed(resource, now);
            case StorageEvent.VolumeDue(var volume) -> reconcile(Set.of(volume), now);
            case StorageEvent.TimeIsUp(var operation) -> attaching.timeIsUp(operation, now);
            case StorageEvent.RequestAnswered(var operation, var outcomes) ->
                attaching.answered(operation, outcomes, now);
            case StorageEvent.NodeWritten(var node, var names, var detaches, var outcomes) ->
                nodeWritten(node, names, detaches, outcomes, now);
            case StorageEvent.NodeDue(var node) -> {
                attaching.writeNode(node, now);
                reconcile(picture.volumesOn(node), now);
            }
            case StorageEvent.VerifyDue() -> verify(now);
            case StorageEvent.Reported() -> {}
        }
        return effects.take();
    }

    @Override
    public Optional<String> picture(List<String> uids) {
        var lines = new StringBuilder();
        for (var volume : volumes()) {
            lines.append("volume %s: wanted on %s, attached to %s, perhaps to %s\n"
                    .formatted(
                            volume,
                            picture.desired().nodesOf(volume).keySet(),
                            picture.actual().attachedTo(volume),
                            picture.actual().nodesOf(volume).keySet()));
        }
        return Optional.of(lines.toString());
    }

    private void reconcile(Collection<String> volumes, Instant now) {
        if (isStarted()) {
            volumes.forEach(volume -> attaching.reconcile(volume, now));
        }
    }

    private boolean isStarted() {
        return listed.size() == FOLLOWED.size();
    }

    private Set<String> volumes() {
        var all = new TreeSet<>(picture.actual().volumes());
        all.addAll(picture.desired().volumes());
        return all;
    }

    // ---- what the watches show

    private void volumeChanged(PersistentVolume volume, Instant now) {
        catalogue.show(volume);
        volume.spec()
                .claimRef()
                .ifPresent(claim -> reconcile(pods.claimChanged(ObjectKey.of(claim.namespace(), claim.name())), now));
    }

    private void nodeChanged(Node node, Instant now) {
        var seen = picture.node(node.name());
        boolean wasManaged = seen.isManaged();
        seen.show(node);
        if (!wasManaged && seen.isManaged()) {
            reconcile(pods.nodeManaged(node.name()), now);
        }
        if (isStarted()) {
            attaching.writeNode(node.name(), now);
            detachesOn(node.name()).forEach(detach -> attaching.checkNode(detach, now));
            reconcile(picture.volumesOn(node.name()), now);
        }
    }

    private void nodeGone(String name, Instant now) {
        var seen = picture.node(name);
        seen.gone();
        if (!picture.desired().isAnythingWantedOn(name)) {
            seen.unmanage();
            picture.dropIfUnneeded(name);
        }
        if (isStarted()) {
            detachesOn(name).forEach(detach -> attaching.checkNode(detach, now));
            reconcile(picture.volumesOn(name), now);
        }
    }

    private List<Operation> detachesOn(String node) {
        return picture.volumesOn(node).stream()
                .flatMap(volume -> picture.operations().find(volume, node).stream())
                .filter(it -> it.phase() == Operation.Phase.NODE_CACHED)
                .toList();
    }

    private void progress(VolumeAttachment attachment, Instant now) {
        describe(attachment)
                .ifPresent(volume -> picture.operations()
                        .find(volume.name(), attachment.spec().nodeName())
                        .ifPresent(operation -> attaching.progress(operation, now)));
    }

    /// The volume that an attachment of ours is about.
    private Optional<AttachableVolume> describe(VolumeAttachment attachment) {
        var source = attachment.spec().source();
        return source.persistentVolumeName()
                .flatMap(catalogue::persistent)
                .or(() -> source.inlineVolumeSpec()
                        .flatMap(spec -> spec.csi()
                                .map(csi -> AttachableVolume.csi(
                                        csi.driver() + "-" + csi.volumeHandle(),
                                        spec.accessModes(),
                                        new CsiVolume(csi.driver(), csi.volumeHandle(), Optional.of(spec), true)))));
    }

    // ---- the start

    private void listed(Resource<?> resource, Instant now) {
        listed.add(resource);
        if (!isStarted()) {
            return;
        }
        picture.nodes()
                .forEach((name, seen) -> seen.node()
                        .ifPresent(node -> node.status()
                                .volumesAttached()
                                .forEach(volume -> picture.found(volume.name(), name, volume.devicePath()))));
        for (var attachment : picture.attachments().values()) {
            var node = attachment.spec().nodeName();
            describe(attachment)
                    .filter(volume -> picture.actual().find(volume.name(), node).isEmpty())
                    .ifPresent(volume -> picture.uncertain(volume.name(), Optional.of(volume), node));
        }
        pods.driversChanged();
        reconcile(volumes(), now);
        if (!options.reconcilerSyncDisabled()) {
            effects.schedule(options.reconcilerSyncPeriod(), new StorageEvent.VerifyDue());
        }
    }

    // ---- nodes are told, attachments are checked

    private void nodeWritten(
            String name, List<String> names, List<Operation> detaches, Outcomes outcomes, Instant now) {
        var seen = picture.node(name);
        boolean isGone = outcomes.firstFailure()
                .filter(it -> it instanceof ApiFailure.NotFound)
                .isPresent();
        if (outcomes.firstFailure().isPresent() && !isGone) {
            var delay = seen.notWritten();
            detaches.forEach(detach -> attaching.nodeNotTold(detach, now));
            effects.schedule(delay, new StorageEvent.NodeDue(name));
            return;
        }
        var version = outcomes.all().stream()
                .filter(Outcome.Applied.class::isInstance)
                .map(it -> ((Outcome.Applied) it).resourceVersion())
                .findFirst();
        seen.written(names, version.orElse(""));
        detaches.forEach(detach -> attaching.nodeNoLongerTold(detach, version, now));
        attaching.writeNode(name, now);
    }

    /// What counts as attached and is not, is forgotten: it is attached again where it is wanted.
    private void verify(Instant now) {
        effects.schedule(options.reconcilerSyncPeriod(), new StorageEvent.VerifyDue());
        for (var volume : picture.actual().volumes()) {
            picture.actual().nodesOf(volume).forEach((node, attachment) -> {
                if (attachment.isConfirmed()
                        && picture.operations().find(volume, node).isEmpty()
                        && isDetached(attachment, node)) {
                    picture.forget(volume, node);
                    attaching.writeNode(node, now);
                    attaching.reconcile(volume, now);
                }
            });
        }
    }

    private boolean isDetached(ActualState.Attachment attachment, String node) {
        return attachment
                .volume()
                .filter(catalogue::isToBeAttached)
                .flatMap(AttachableVolume::csi)
                .filter(csi -> picture.attachment(VolumeNames.attachment(csi, node))
                        .filter(it -> it.status().attached())
                        .isEmpty())
                .isPresent();
    }
}
